"""Taking the scene away: glTF written from our own scene, other formats through trimesh, checks before writing."""
