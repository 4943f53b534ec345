// Functions that scripts share: they enter open shadow roots, and go from a slotted node to its slot.
(() => {
  const above = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const lineage = (node) => {
    const found = [];
    for (; node; node = above(node)) found.push(node);
    return found;
  };
  const all = (root = document) => [...root.querySelectorAll("*")].flatMap((element) => (element.shadowRoot ? [element, ...all(element.shadowRoot)] : [element]));
  const hit = ([x, y], root = document) => {
    const found = root.elementFromPoint(x, y);
    return found?.shadowRoot && found.shadowRoot !== root ? (hit([x, y], found.shadowRoot) ?? found) : found;
  };
  // A colour as red, green, blue and how opaque it is: the browser knows all its forms, and a canvas is in sRGB.
  const known = new Map();
  let pen = null;
  const painted = (text) => {
    pen ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = "transparent";
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].map((value, at) => (at === 3 ? value / 255 : value));
  };
  const rgba = (text) => {
    const plain = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    if (!plain && !known.has(text)) known.set(text, painted(text));
    return plain ? [...plain.slice(1, 4).map(Number), Number(plain[4] ?? 1)] : known.get(text);
  };
  // The colours of a gradient, or of shadows.
  const rgbas = (text) => (text.match(/(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g) ?? []).map(rgba);
  const tidy = (text) => String(text ?? "").replace(/\s+/g, " ").trim();
  const visible = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isDisabled = (element) => lineage(element).some((node) => node instanceof Element && node.matches(":disabled, [aria-disabled=true], [inert]"));
  const middle = (element) => {
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  // Whether the middle of an element can be hit, after scrolling if need be.
  const reach = (element) => {
    const found = () => hit(middle(element));
    const isFree = () => lineage(found()).includes(element) || lineage(element).includes(found());
    if (lineage(found()).includes(element)) return true; // what clips it may be around it
    const before = [scrollX, scrollY];
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!isFree()) scrollTo({ left: before[0], top: before[1], behavior: "instant" });
    return isFree();
  };
  // The elements that a role makes a control, which are pressed for something of their own.
  const CONTROLS = "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem"
    .split(" ").map((role) => `[role~=${role} i]`).join(", ");
  const NATIVE = "button, input, select, textarea, label, summary, iframe, frame, object, embed, video, audio";
  const ACTS = `a, area, ${NATIVE}`.split(", "); // no Set, which a page may have replaced by one of its own
  // What an element does by itself when it is pressed, "" for nothing.
  const act = (element) => {
    const said = (...names) => tidy(names.map((name) => element.getAttribute(name) ?? "").join(" ")).slice(0, 200);
    const { localName: name, form, type, control } = element;
    if (name === "label") return control && `label of ${act(control)}`;
    if (form && /^(submit|image)$/.test(type)) return `submit ${said("formmethod") || tidy(form.getAttribute("method"))} to ${said("formaction") || tidy(form.getAttribute("action"))}`;
    const href = element.href?.animVal ?? element.href;
    if (href && URL.canParse(href, document.baseURI)) {
      const { origin, pathname, protocol, hash, href: whole } = new URL(href, document.baseURI);
      const isHere = protocol === "javascript:" || (hash && whole.split("#")[0] === location.href.split("#")[0]);
      return isHere ? "link in this page" : tidy(`link to ${origin}${pathname.replace(/\d+/g, "#")} ${said("target", "download")}`); // cells may be numbered
    }
    return element.matches(NATIVE) || element.matches(CONTROLS) ? tidy(`${name} ${type ?? ""} ${said("role", "popovertarget", "commandfor")}`) : "";
  };
  // What a press on what is hit does, by its lineage: the elements that act, each with what it does.
  const acts = (path) => path.filter((node) => ACTS.includes(node.localName) || (node instanceof Element && node.hasAttribute("role"))).map((node) => [node, act(node)]).filter(([, does]) => does);
  // What a press on the middle of an element does.
  const target = (element) => {
    const labels = tidy(element.getAttribute("aria-labelledby")).split(" ").map((id) => id && document.getElementById(id)?.textContent);
    const own = element.localName !== "input" ? (element.innerText ?? element.textContent) : /^(button|submit|reset|image)$/.test(element.type) ? element.value || element.alt : "";
    const drawn = ["::before", "::after"].map((which) => getComputedStyle(element, which).content.match(/^"(.*\p{L}.*)"$/u)?.[1] ?? "").join(" ");
    const read = /[\p{L}\p{N}]/u.test(own) ? `${own} ${drawn}` : drawn; // what a person reads on it comes before what it says it is called
    const picture = element.querySelector("img[alt], svg title");
    const names = [read, labels.join(" "), element.ariaLabel, own, picture?.getAttribute("alt") ?? picture?.textContent, element.title];
    const at = middle(element), inner = hit(at);
    const does = acts(lineage(lineage(inner).includes(element) ? inner : element)).map(([, words]) => words);
    return { name: names.map((name) => tidy(name).slice(0, 200)).find(Boolean) ?? "", does, at, disabled: isDisabled(element) };
  };
  return { lineage, all, hit, rgba, rgbas, tidy, visible, isDisabled, reach, CONTROLS, acts, target };
})()
