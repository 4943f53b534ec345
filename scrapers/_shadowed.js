// A form's named fields hide its own properties, and what is named in a page those of the document: `form.children` may be
// an input. The properties are reached by symbols instead, which no name hides; `NAMES` are those that our scripts use.
const $givens = {};
{
  const CHAIN = [HTMLFormElement, HTMLDocument, Document, SVGElement, HTMLElement, ShadowRoot, DocumentFragment, Element, Node, EventTarget].map((type) => type.prototype);
  const describe = (owner, name) => Object.getOwnPropertyDescriptor(owner, name);
  for (const name of NAMES) {
    const symbol = ($givens[name] = Symbol.for(`givens ${name}`));
    if (Object.prototype.hasOwnProperty.call(Object.prototype, symbol)) continue;
    const define = (owner, found) => Object.defineProperty(owner, symbol, { ...found, enumerable: false, configurable: true });
    define(Object.prototype, { get() { return this[name]; }, set(value) { this[name] = value; } });
    for (const owner of CHAIN) if (describe(owner, name)) define(owner, describe(owner, name));
    for (const owner of [HTMLFormElement.prototype, Document.prototype]) {
      let from = owner;
      while (from && !describe(from, name)) from = Object.getPrototypeOf(from);
      if (!from) define(owner, { value: undefined });
    }
  }
}
