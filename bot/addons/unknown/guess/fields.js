// The forms that hold a board and may send data, the visible fields for a login or a payment, and those for a text that are no
// cells; `cells` are the middles of the board's cells.
({ lineage, all, hit, visible, tidy }) => (_, cells) => {
  const BUTTONS = /^(submit|image|button|reset|hidden|checkbox|radio|range|color|file)$/;
  const ASKS = { "cc-|transaction-": "a payment", "(current|new)-password$": "a password", "one-time-code$": "a code" };
  const elements = all();
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
  const asks = (element) => {
    const tokens = (element.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/);
    const found = Object.entries(ASKS).find(([name]) => tokens.some((token) => new RegExp(`^(${name})`).test(token)));
    return element.type === "password" ? "a password" : found?.[1];
  };
  const label = (element) => tidy(element.labels?.[0]?.textContent) || element.ariaLabel || element.placeholder || element.name || element.type;
  // Where the forms send their data that hold the board; and what the fields for a login or a payment ask for, with labels.
  return [
    inside.flatMap(owners).filter((form, at, all) => all.indexOf(form) === at && sends(form)).map((form) => tidy(form.getAttribute("action"))),
    fields.filter((field) => visible(field) && asks(field)).slice(0, 100).map((field) => [asks(field), String(label(field))]),
    fields.filter((field) => visible(field) && !/^(select|number)/.test(field.type) && !cells.some((point) => holds(field, point))).map((field) => String(label(field))),
  ];
}
