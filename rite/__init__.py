"""Who does what, when and where: score, staging, shooting, timeline. Knows places and gestures by name, no meshes."""
