"""Starting a site: what a page shows, as a module; it finds boards by `scrapers`."""
