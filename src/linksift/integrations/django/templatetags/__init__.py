"""The package in which Django looks for an app's template libraries."""
