"""The data and tools with which linksift's weights are fitted and measured; not part of the package."""
