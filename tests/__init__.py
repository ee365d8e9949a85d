"""The tests: one folder for each folder of the project, and the drill family, which is written as a host would."""
