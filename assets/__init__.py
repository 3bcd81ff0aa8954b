"""Data only: texts, units, dimensions, readings, places, objects, the score, gestures, colours, shaders."""
