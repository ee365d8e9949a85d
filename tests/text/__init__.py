"""Tests of drawings as text."""
