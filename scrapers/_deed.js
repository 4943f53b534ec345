// What elements do by themselves when they are pressed. `deed` tells a press on one element: its name, where it is pressed,
// what acts from there outwards, and whether it is disabled. `deed.acts` tells the same of a press on what is hit: of each
// element that acts, what it `does` in all detail, the `words` that cells which do the same have in common, whether that
// leads `away`, and if so, whether to the page that is `here`, with another query.
({ above, lineage, hit, tidy: squeezed, isDisabled, CONTROLS }) => {
  const ACTS = `${CONTROLS}, a, area, button, input, select, textarea, label, summary, iframe, object, embed, video, audio, [contenteditable], [draggable=true]`;
  const MORE = ["popovertarget", "commandfor", "contenteditable", "draggable"];
  const tidy = (text) => squeezed(text).slice(0, 200);
  const act = (element) => {
    const name = element.localName;
    const said = (...names) => tidy(names.map((each) => element.getAttribute(each) ?? "").join(" "));
    const more = MORE.filter((each) => element.hasAttribute(each)).map((each) => `${each}=${said(each)}`);
    const told = (does, words, away = false, here = false) => ({ element, does: tidy(does), words: [name, words, ...more].join(" "), away, here });
    if (name === "label") {
      const inner = element.control && act(element.control);
      return told(`label of ${inner?.does ?? ""}`, "", !!inner?.away);
    }
    if (element.form !== undefined) {
      const { form, type } = element;
      const sends = !!form && /^(submit|image)$/.test(type);
      const target = () => said("formaction") || tidy(form.getAttribute("action"));
      const does = sends ? `submit ${tidy(form.getAttribute("method"))} ${said("formmethod")} to ${target()}` : `${name} ${type}`;
      return told(does, `${type} ${form ? "in a form" : ""}`, sends || (!!form && type === "reset"));
    }
    const href = element.href?.animVal ?? element.href;
    if (href) {
      const url = URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null;
      const away = !!url && url.protocol !== "javascript:" && !(url.hash && url.href.split("#")[0] === location.href.split("#")[0]);
      const here = away && url.origin === location.origin && url.pathname === location.pathname && !element.hasAttribute("target");
      return told(`link to ${href} ${said("target", "download")}`, away ? `to ${url.origin}` : "to this page", away, here);
    }
    const role = element.matches(CONTROLS) ? `as ${said("role").toLowerCase()}` : "";
    if (/^(a|area)$/.test(name) && !role && !more.length) return null;
    return told(/^(summary|iframe|embed|video|audio)$/.test(name) ? name : "", role, name === "summary");
  };
  const acts = (target) => lineage(target).filter((node) => node instanceof Element && node.matches(ACTS)).map(act).filter(Boolean);
  const deed = (element) => {
    const labels = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => id && document.getElementById(id)?.textContent);
    const own = element.localName !== "input" ? (element.innerText ?? element.textContent) : /^(button|submit|reset|image)$/.test(element.type) ? element.value || element.alt : "";
    const drawn = ["::before", "::after"].map((which) => getComputedStyle(element, which).content.match(/^"(.*\p{L}.*)"$/u)?.[1] ?? "").join(" ");
    const read = /[\p{L}\p{N}]/u.test(own) ? `${own} ${drawn}` : drawn; // what a person reads on it comes before what it says it is called
    const picture = element.querySelector("img[alt], svg title");
    const name = [read, labels.join(" "), element.ariaLabel, own, picture?.getAttribute("alt") ?? picture?.textContent, element.title].map(tidy).find(Boolean) ?? "";
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const at = [left + width / 2, top + height / 2];
    const inner = hit(at);
    const does = acts(lineage(inner).includes(element) ? inner : element).map((each) => each.does).filter(Boolean);
    return { name, does, at, disabled: isDisabled(element) };
  };
  return Object.assign(deed, { acts });
}
