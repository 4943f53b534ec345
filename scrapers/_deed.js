// What elements do by themselves when they are pressed. `deed` tells a press on one element: its name, where it is pressed,
// what acts from there outwards, and whether it is disabled. `deed.act` tells a single element, null if it does nothing: `does` in all detail;
// `words` what cells that do the same have in common; and whether that leads `away` from what `isInside` tells.
({ above, hit, tidy: squeezed, isDisabled, CONTROLS }) => {
  const ACTS = `${CONTROLS}, a, area, button, input, select, textarea, label, summary, iframe, frame, object, embed, video, audio, permission, geolocation, usermedia, math [href], [usemap], [contenteditable], [draggable=true]`;
  const MORE = ["formaction", "formtarget", "popovertarget", "commandfor", "interestfor", "usemap", "contenteditable", "draggable"];
  const NAMED = /^(select|textarea|summary|iframe|frame|object|embed|video|audio)$/;
  const tidy = (text) => squeezed(text).slice(0, 200);
  const linked = (element) => (element instanceof SVGAElement ? element.href.animVal : (element.href ?? element.getAttribute("href")));
  const resolved = (href) => (URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null);
  const leaves = (url) => !!url && url.protocol !== "javascript:" && !(url.href.includes("#") && url.href.split("#")[0] === document.URL.split("#")[0]);
  const act = (element, isInside = () => true) => {
    const edits = element.isContentEditable && !element.parentElement?.isContentEditable;
    if (!edits && (element instanceof HTMLFormElement || !element.matches(ACTS))) return null;
    const name = element.localName;
    const said = (...names) => tidy(names.map((attribute) => element.getAttribute(attribute) ?? "").join(" "));
    const more = MORE.filter((attribute) => element.hasAttribute(attribute)).map((attribute) => `${attribute}=${element.getAttribute(attribute)}`.slice(0, 200));
    const told = (does, words = [], isAway = false, isHere = false) => ({ element, does: tidy(does), words: [name, ...words, ...more].join(" "), away: isAway || /command|popover/.test(more), here: isHere });
    if (name === "label") {
      const { control } = element;
      const outside = !!control && !isInside(control);
      return told(control ? `label of ${act(control)?.does ?? ""}` : "", outside ? ["of something else"] : [], outside);
    }
    if (element.form !== undefined || name === "button") {
      const { form, type } = element;
      const sends = !!form && /^(submit|image)$/.test(type);
      const submit = () => `submit ${form.getAttribute("method") ?? ""} ${said("formmethod")} to ${said("formaction") || (form.getAttribute("action") ?? "")}`;
      const does = sends ? submit() : NAMED.test(name) ? name : `${name} ${tidy(type)} ${said("popovertarget", "commandfor")}`;
      return told(does, [type, form ? "in a form" : ""], sends || (!!form && type === "reset"));
    }
    const role = element.matches(CONTROLS) ? [`as ${said("role").toLowerCase()}`] : [];
    const href = linked(element);
    const url = href ? resolved(href) : null;
    // The same page may answer to another query: cells that are links lead there.
    const isHere = !!url && url.origin === location.origin && url.pathname === location.pathname && name === "a" && more.length === 0
      && !element.matches("[target], [download], [ping], [attributionsrc]") && !document.querySelector("base[target]");
    if (href) return told(`link to ${tidy(href)} ${said("target", "download")}`, [leaves(url) ? `to ${url.origin}` : "to this page"], leaves(url), isHere);
    // An animation may be about to give an SVG link its address.
    if (/^(a|area)$/.test(name) && more.length + role.length === 0 && !edits && !(element instanceof SVGAElement)) return null;
    return told(edits ? "text to edit" : NAMED.test(name) ? name : "", role, name === "summary");
  };
  const deed = (element, target) => {
    const labels = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean).map((id) => element.getRootNode().getElementById?.(id)?.textContent);
    const own = element.localName !== "input" ? (element.innerText ?? element.textContent) : /^(button|submit|reset|image)$/.test(element.type) ? element.value || element.alt : "";
    const picture = () => element.querySelector("img[alt], svg title");
    const drawn = ["::before", "::after"].map((which) => getComputedStyle(element, which).content.match(/^"(.*\p{L}.*)"$/u)?.[1] ?? "").join(" ");
    const read = /[\p{L}\p{N}]/u.test(own) ? `${own} ${drawn}` : drawn; // what a person reads on it comes before what it says it is called
    const name = [read, labels.join(" "), element.getAttribute("aria-label"), own, picture()?.getAttribute("alt") ?? picture()?.textContent, element.getAttribute("title")].map(tidy).find(Boolean) ?? "";
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const at = [box.left + box.width / 2, box.top + box.height / 2];
    let from = target ?? hit(at);
    for (let node = from; node !== element; node = above(node)) if (node === null) { from = element; break; }
    const does = [];
    for (let node = from ?? element; node; node = above(node)) if (node instanceof Element) does.push(act(node)?.does);
    return { name, does: does.filter(Boolean), at, disabled: isDisabled(element) };
  };
  return Object.assign(deed, { act, ACTS });
}
