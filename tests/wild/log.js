// Every trusted event of the page, and where it fell: kept for the tab, so that it survives the page's own changes.
// `window.__where` names the place of an element, if the page has cells; `window.__shown` says what the cells hold.
(() => {
  "use strict";
  const TYPES = ["pointerdown", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "keydown", "keyup", "input", "touchstart", "wheel"];
  const name = (target) => (target instanceof Element ? target.localName + (target.id && `#${target.id}`) : "document");
  const note = (event) => {
    if (!event.isTrusted) return;
    const [target] = event.composedPath();
    const path = event.composedPath().filter((part) => part instanceof Element);
    const where = window.__where?.(path) ?? (path.some((part) => part.hasAttribute("data-allowed")) ? `allowed ${name(target)}` : name(target));
    const line = JSON.stringify([event.type, where, event.key ?? ""]);
    sessionStorage.setItem("log", `${sessionStorage.getItem("log") ?? ""}${line}\n`);
    setTimeout(keep);
  };
  const keep = () => window.__shown && sessionStorage.setItem("shown", JSON.stringify(window.__shown()));
  TYPES.forEach((type) => window.addEventListener(type, note, { capture: true, passive: true }));
})();
