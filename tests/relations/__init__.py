"""Tests of what holds between units and places."""
