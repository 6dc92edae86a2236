"""What linksift's weights are fitted on and measured with; no part of the package."""
