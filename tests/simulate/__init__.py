"""Tests of runs of many games."""
