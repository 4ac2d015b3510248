"""Organization operations control API."""
