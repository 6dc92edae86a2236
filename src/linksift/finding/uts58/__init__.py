"""Links as Unicode Technical Standard #58 detects them, for the profile "uts58"."""
