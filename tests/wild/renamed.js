// Gives each class and id of a page another name, in round 0 only those with a hyphen and, in round 2, each data attribute
// and test id, too. Whoever looks at
// the page from outside sees the new names; the page's own scripts, whose calls have an address, go on with the old ones.
(round) => {
  const WORD = /[A-Z]?[a-z]+|[A-Z]+/g;
  const OF_IDS = /^(class|id|for|form|list|aria-(labelledby|describedby|controls|owns|activedescendant))$/;
  const newWords = new Map(), taken = new Set(), oldNames = new Map();
  const newWord = (word) => {
    const key = word.toLowerCase();
    for (let salt = 0; !newWords.has(key); salt += 1) {
      let hash = 2166136261 + salt;
      for (const letter of key) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
      const made = "q" + [0, 1, 2, 3].map((at) => String.fromCharCode(97 + (Math.floor(hash / 26 ** at) % 26))).join("");
      if (!taken.has(made)) newWords.set(key, made) && taken.add(made);
    }
    const made = newWords.get(key);
    return word[0] === key[0] ? made : made[0].toUpperCase() + made.slice(1);
  };
  const renamed = (name) => {
    if (oldNames.has(name) || (!round && !name.includes("-"))) return name;
    const made = name.replace(WORD, newWord);
    if (made !== name) oldNames.set(made, name);
    return made;
  };
  const restored = (text) => text.replace(/[\w-]+/g, (name) => oldNames.get(name) ?? name);
  const isData = (name) => round > 1 && name.startsWith("data-");
  const newAttribute = (name) => (isData(name) ? `data-${oldNames.has(name.slice(5)) ? name.slice(5) : renamed(name.slice(5))}` : name);
  const oldAttribute = (name) => (isData(name) ? `data-${oldNames.get(name.slice(5)) ?? name.slice(5)}` : name);
  const newValue = (name, value) => {
    if (OF_IDS.test(name) || (round > 1 && /^data-test/.test(oldAttribute(name)))) return value.replace(/\S+/g, renamed);
    if (/^(xlink:)?href$/.test(name)) return value.replace(/^#(.+)$/, (_, id) => `#${renamed(id)}`);
    return value.replace(/url\((["']?)#([\w-]+)/g, (_, quote, id) => `url(${quote}#${renamed(id)}`);
  };
  const newSelector = (css) => `${css}`.replace(/\[\s*([\w-]+)\s*([^\]"']*("[^"]*"|'[^']*')?[^\]]*)\]|([.#])((?![\d-]*\d)[\w-]+)/g, (all, name, rest, _, kind, id) =>
    kind ? kind + renamed(id) : `[${newAttribute(name)}${rest.replace(/=\s*(["']?)([^"'\]]*)/, (_, quote, value) => `=${quote}${newValue(name, value)}`)}]`);

  const own = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name);
  const all = own(Document, "querySelectorAll").value, allIn = own(Element, "querySelectorAll").value, allOf = own(DocumentFragment, "querySelectorAll").value;
  const attributes = own(Element, "attributes").get;
  const [set, remove] = ["setAttribute", "removeAttribute"].map((name) => own(Element, name).value);
  const rename = (element) => {
    for (const { name, value } of [...attributes.call(element)]) {
      const [other, made] = [newAttribute(name), newValue(name, value)];
      if (other !== name) remove.call(element, name);
      if (other !== name || made !== value) set.call(element, other, made);
    }
  };
  const walk = (node) => {
    if (node instanceof Element) rename(node);
    const query = node instanceof Document ? all : node instanceof DocumentFragment ? allOf : node instanceof Element && allIn;
    if (query) query.call(node, "*").forEach(rename);
  };
  const renameRules = (rules) => {
    for (const rule of rules ?? []) {
      if (rule.selectorText) rule.selectorText = newSelector(rule.selectorText);
      if (round > 1 && /attr\(data-/.test(rule.style?.content)) rule.style.content = rule.style.content.replace(/data-[\w-]+/g, newAttribute);
      renameRules(rule.cssRules);
    }
  };
  const seen = new WeakSet();
  const renameSheets = () => {
    for (const sheet of document.styleSheets) {
      try {
        if (!seen.has(sheet) && sheet.cssRules) renameRules(sheet.cssRules), seen.add(sheet);
      } catch {} // It is not there yet, or of another host.
    }
  };
  const take = (records) => {
    for (const { type, target, addedNodes } of records) type === "attributes" ? rename(target) : addedNodes.forEach(walk);
    if (records.length) renameSheets();
  };
  const observer = new MutationObserver(take);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener("load", renameSheets, true);
  const flush = (node) => {
    take(observer.takeRecords());
    if (!node.isConnected) walk(node.getRootNode());
  };

  // What follows translates for the page's own scripts alone.
  const isOwn = (called) => {
    const [limit, error] = [Error.stackTraceLimit, {}];
    Error.stackTraceLimit = 1;
    Error.captureStackTrace(error, called);
    Error.stackTraceLimit = limit;
    return /https?:/.test(error.stack);
  };
  const method = (types, name, call) => {
    for (const type of types) {
      const before = own(type, name);
      if (!before) continue;
      Object.defineProperty(type.prototype, name, { ...before, value: function called(...given) {
        if (!isOwn(called)) return before.value.apply(this, given);
        flush(this);
        return call((...changed) => before.value.apply(this, changed), ...given);
      } });
    }
  };
  const getter = (types, name, translated) => {
    for (const type of types) {
      const before = own(type, name);
      if (!before) continue;
      Object.defineProperty(type.prototype, name, { ...before, get: function called() {
        const value = before.get.call(this);
        if (!isOwn(called)) return value;
        flush(this);
        return translated(before.get.call(this));
      } });
    }
  };
  const nodes = [Document, DocumentFragment, Element];
  for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) method(nodes, name, (call, css) => call(newSelector(css)));
  method(nodes, "getElementById", (call, id) => call(renamed(id)));
  method(nodes, "getElementsByClassName", (call, names) => call(names.replace(/\S+/g, renamed)));
  method([Element], "getAttribute", (call, name) => call(newAttribute(name)) && restored(call(newAttribute(name))) || call(newAttribute(name)));
  method([Element], "getAttributeNames", (call) => call().map(oldAttribute));
  for (const name of ["hasAttribute", "removeAttribute", "toggleAttribute", "setAttribute"]) method([Element], name, (call, attribute, ...rest) => call(newAttribute(attribute), ...rest));
  for (const name of ["className", "id", "innerHTML", "outerHTML"]) getter([Element], name, (value) => (typeof value === "string" ? restored(value) : value));
  getter([HTMLLabelElement], "htmlFor", restored);
  getter([Element], "classList", (list) => new Proxy(list, { get: (_, name) => {
    const value = name === Symbol.iterator ? () => [...list].map(restored)[Symbol.iterator]() : list[name];
    if (typeof value !== "function") return typeof value === "string" ? restored(value) : value;
    if (name === "forEach") return (call) => [...list].map(restored).forEach(call);
    return name === Symbol.iterator ? value : (...names) => value.apply(list, names.map((each) => (typeof each === "string" ? renamed(each) : each)));
  } }));
  if (round > 1) getter([HTMLElement, SVGElement], "dataset", (data) => new Proxy(data, {
    get: (_, name) => (typeof name === "string" && data[renamed(name)] !== undefined ? restored(data[renamed(name)]) : undefined),
    set: (_, name, value) => ((data[renamed(name)] = value), true),
    has: (_, name) => renamed(name) in data,
    deleteProperty: (_, name) => delete data[renamed(name)],
    ownKeys: () => Object.keys(data).map((name) => oldNames.get(name) ?? name),
    getOwnPropertyDescriptor: (_, name) => ({ value: data[renamed(name)], enumerable: true, configurable: true, writable: true }),
  }));
  globalThis.givensRestored = restored;
}
