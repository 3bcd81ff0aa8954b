"""Motion: poses of the gesture table solved to joints, and acts of the rite turned into sparse tracks."""
