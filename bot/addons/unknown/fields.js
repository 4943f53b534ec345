// The visible fields of a document that a person may fill, and the forms that hold a board; `cells` are their middles.
({ lineage, all, hit, visible: shown, tidy: squeezed }) => (_, { cells, box }) => {
  const APART = "footer, aside, nav, header, [role=contentinfo], [role=complementary], [role=navigation], [role=banner], [role=search]";
  const BUTTONS = /^(submit|image|button|reset|hidden|checkbox|radio|range|color|file)$/;
  const tidy = (text) => squeezed(text).slice(0, 80);
  const elements = all();
  const visible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && shown(element);
  };
  const isForm = (node) => node instanceof HTMLFormElement;
  const owners = (node) => lineage(node).flatMap((one) => [one, one.form, one.localName?.includes("-") && one.getRootNode().getElementById?.(one.getAttribute("form"))]).filter(isForm);
  // Whether a form may send data: a button or Enter in its only field submits it, or it says where to.
  const fields = elements.filter((element) => /^(input|textarea|select)$/.test(element.localName) && !BUTTONS.test(element.type));
  const sends = (form) => {
    const buttons = elements.filter((element) => element.form === form && /^(submit|image)$/.test(element.type));
    const method = (form.getAttribute("method") ?? "").trim().toLowerCase();
    if (method === "dialog") return buttons.some((button) => button.hasAttribute("formmethod"));
    const blocking = fields.filter((field) => field.form === form && field.localName === "input");
    return buttons.length > 0 || blocking.length === 1 || method === "post" || Boolean(tidy(form.getAttribute("action")));
  };
  // What is scrolled out of view is hit by nothing.
  const holds = (element, [x, y]) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  };
  const inside = cells.map((point) => hit(point) ?? elements.findLast((element) => holds(element, point))).filter(Boolean);
  const held = new Set(inside.flatMap(owners));
  const short = (text) => (squeezed(text).length <= 60 ? tidy(text) : "");
  // The text beside a field; where the field is alone in an element, the text beside that.
  const beside = (element) => {
    const text = element.previousSibling, [other, next] = [element.previousElementSibling, element.nextElementSibling];
    if (text?.nodeType === 3 && tidy(text.data)) return short(text.data);
    if (other) return other.matches("input, select, textarea") ? "" : short(other.textContent);
    if (next?.matches("span, label")) return short(next.textContent);
    return !next && element.parentElement?.matches("div, span, p, td, dd") ? beside(element.parentElement) : "";
  };
  const labelled = (element) => ["aria-labelledby", "aria-describedby"].flatMap((name) => (element.getAttribute(name) ?? "").split(/\s+/)).filter(Boolean).map((id) => element.getRootNode().getElementById?.(id)?.textContent);
  const hosts = (element) => [element, ...lineage(element).filter((node) => node.shadowRoot)];
  const said = (element, ...names) => hosts(element).flatMap((one) => names.map((name) => one.getAttribute(name)));
  const gap = (element) => {
    if (!box) return null;
    const one = element.getBoundingClientRect();
    const across = Math.max(one.left - (box[0] + box[2]), box[0] - one.right, 0), down = Math.max(one.top - (box[1] + box[3]), box[1] - one.bottom, 0);
    return Math.hypot(across, down);
  };
  const tell = (element) => ({
    type: tidy(element.getAttribute("type")).toLowerCase(),
    autocomplete: tidy(element.getAttribute("autocomplete")),
    inputmode: tidy(element.getAttribute("inputmode")),
    names: said(element, "name", "id").map(tidy),
    labels: [...[...(element.labels ?? [])].map((label) => label.textContent), ...labelled(element), ...said(element, "aria-label", "placeholder", "title", "label"), beside(element)].map(tidy),
    cell: inside.includes(element),
    held: owners(element).some((form) => held.has(form)),
    apart: element.closest(APART) !== null,
    texts: elements.some((other) => other.localName === "textarea" && isForm(element.form) && other.form === element.form),
    gap: gap(element),
  });
  const editable = elements.filter((element) => (element.isContentEditable && !element.parentElement?.isContentEditable) || (element.matches("[role=textbox]") && !fields.includes(element)));
  return {
    sends: [...held].filter(sends).map((form) => tidy(form.getAttribute("action"))),
    fields: [...fields, ...editable].filter(visible).slice(0, 2000).map(tell),
    frames: elements.filter((element) => element.localName === "iframe" && visible(element)).map((element) => [tidy(element.getAttribute("src")), tidy(element.title)]),
  };
}
