// What a press on an element does: its name, where it is pressed, and what acts by itself from there outwards.
({ above, hit, tidy: squeezed }) => (element, target) => {
  const FRAMES = /^(iframe|frame|object|embed|video|audio)$/;
  const tidy = (text) => squeezed(text).slice(0, 200);
  const act = (node) => {
    const tag = node.localName, type = tidy(node.type);
    const said = (...names) => tidy(names.map((name) => node.getAttribute(name) ?? "").join(" "));
    if (tag === "a" || tag === "area") {
      const to = tidy(node.href?.baseVal ?? node.href ?? node.getAttribute("xlink:href"));
      return to && tidy(`link to ${to} ${said("target", "download")}`);
    }
    const sends = /^(submit|image)$/.test(type) && node.form;
    if (sends) return tidy(`submit ${node.form.getAttribute("method") ?? ""} ${said("formmethod")} to ${said("formaction") || (node.form.getAttribute("action") ?? "")}`);
    if (tag === "button" || tag === "input") return tidy(`${tag} ${type} ${said("popovertarget", "commandfor")}`);
    if (tag === "label") return node.control ? tidy(`label of ${act(node.control)}`) : "";
    if (tag === "select" || tag === "textarea" || tag === "summary" || FRAMES.test(tag)) return tag;
    return node.isContentEditable && !node.parentElement?.isContentEditable ? "text to edit" : "";
  };
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
  for (let node = from ?? element; node; node = above(node)) if (node instanceof Element) does.push(act(node));
  return { name, does: does.filter(Boolean), at };
}
