"""Where Django looks for an app's template libraries."""
