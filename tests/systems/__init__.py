"""Tests of the pipeline, set-up, batches and plug-ins."""
