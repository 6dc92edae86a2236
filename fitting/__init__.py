"""The data and tools for fitting and measuring linksift's weights; not part of the package."""
