"""What a finder looks for besides URIs: patterns of the user, the URIs made of their hits, and their matches."""
