"""Starting a site: what a page shows, as a module, a capture and a playable copy; it finds boards by `scrapers`."""
