"""Theme packs: names and pictures for card ids."""
