"""The definition of every number of ranksure, in slow and literal standard-library Python."""
