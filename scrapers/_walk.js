// A selector engine that goes from the root from child to child, by their numbers, through open shadow roots. It is used
// where names on a page hide the properties by which Playwright's own engines go.
({
  queryAll(_, path) {
    const get = (type, name, owner) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(owner);
    let found = get(Document, "documentElement", document);
    for (const number of path.match(/\d+/g) ?? []) {
      const inner = get(Element, "shadowRoot", found);
      found = get(Element, "children", found)[number - 1] ?? (inner && get(DocumentFragment, "children", inner)[number - 1]);
      if (!found) return [];
    }
    return [found];
  },
  query(root, path) {
    return this.queryAll(root, path)[0];
  },
})
