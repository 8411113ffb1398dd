"""Every check of what a user hands over, and every error text."""
