// The signs of acceptance of a document, and those that it showed while a solution was entered. `seen` is what `_seen.js`
// gives, `of` is data: patterns of lines, selectors.
(seen, root, { of, order, texts }) => {
  const HEARD = "givensHeard"; // on the window of this world, which the page does not see
  const REST_MS = 4; // in which a look still counts if nothing has changed since
  const SHARE = 0.03; // of the time that may be spent on looking at changes
  const MOST_TIMES = 200, MOST_SIGNS = 50, MOST_LINE = 200, MOST_TITLE = 40, MOST_TEXT = 5000, MOST_WORDS = 100;
  const body = document.body;
  const all = of.lines.map((patterns) => patterns.map((pattern) => new RegExp(pattern, "iu")));
  const loose = of.lines.map(([pattern]) => new RegExp(pattern.replace(/^\^|\$$/g, ""), "iu")); // of a text without lines
  const wanted = ({ text }) => text.length < MOST_LINE && all.some((patterns) => patterns.every((pattern) => pattern.test(text)));
  const apart = (line) => of.apart && line.nodes.some((node) => node.data.trim() && isApart(node.parentElement, line));
  const spoken = (element) => (element.innerText ?? "").trim();
  const isApart = (element, line) => {
    const apartNames = new RegExp(of.apartNames, "i");
    const large = (each) => each.offsetWidth * each.offsetHeight > 0.5 * innerWidth * innerHeight; // it holds the board, too
    for (let each = element; each && each !== body && !large(each); each = each.parentElement ?? each.getRootNode().host) {
      const title = spoken(each).split("\n")[0];
      const names = `${each.className?.baseVal ?? each.className ?? ""} ${each.id} ${each.ariaLabel ?? ""} ${title.length < MOST_TITLE && title !== line.text ? title : ""}`;
      if (each.matches(of.apart) || apartNames.test(names.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " "))) return true;
    }
    return false;
  };
  const checkVisible = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
  // A page whose text is the same may show the same: most inputs change looks only.
  let last = { text: null, may: false };
  const mayShow = () => {
    const text = (body ?? document.documentElement)?.textContent;
    if (text === last.text) return last.may;
    const walker = document.createTreeWalker(body ?? document, NodeFilter.SHOW_TEXT);
    const parts = [];
    while (walker.nextNode()) parts.push(walker.currentNode.data);
    const whole = parts.join(" ").replace(/\s+/g, " ");
    last = { text, may: loose.some((pattern) => pattern.test(whole)) };
    return last.may;
  };
  // Whether something was seen before a modal dialog, such as the curtain of a round, made it inert: nothing hits it now.
  const isBehind = (element) => !!document.querySelector(":modal") && !element.closest(":modal") && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const wasSeen = (line) => line.nodes.every((node) => !node.data.trim() || isBehind(node.parentElement));
  // Signs that were `heard` already are not checked for visibility again.
  const signs = (scrolls, laid, heard = () => false) => {
    const found = [];
    const first = of.words && [...document.querySelectorAll(of.words)].find(checkVisible);
    if (first) {
      const lines = seen.lines(first);
      const whole = lines.map((line) => line.text).join(" ").slice(0, 500);
      if (whole && !heard(whole) && lines.every((line) => seen.seen(line, scrolls) === line.text || (!scrolls && wasSeen(line)))) found.push(whole);
    }
    if (of.present) found.push(...Array(Math.min(9, document.querySelectorAll(of.present).length)).fill(of.present));
    if (loose.length) {
      for (const line of laid()) {
        if (!wanted(line) || apart(line)) continue;
        if (heard(line.text)) continue;
        const text = seen.seen(line, scrolls);
        if (wanted({ text })) found.push(text);
        else if (!scrolls && wasSeen(line)) found.push(line.text);
      }
    }
    if (of.shown) {
      for (const element of document.querySelectorAll(of.shown)) {
        const name = checkVisible(element) && (element.innerText?.trim() || element.localName);
        if (name && !heard(name) && (seen.shows(element, scrolls) || (!scrolls && isBehind(element)))) found.push(name);
      }
    }
    if (of.locked) {
      const [css, empty] = of.locked;
      const isLocked = (cell) => cell.ariaDisabled === "true" && !cell.querySelector(empty);
      const [locked, open] = [true, false].map((is) => [...document.querySelectorAll(css)].filter((cell) => isLocked(cell) === is));
      if (locked.length && locked.some(checkVisible) && !open.some(checkVisible)) found.push("every cell is locked");
    }
    return found.slice(0, MOST_SIGNS);
  };

  if (order === "match") return { signs: texts.filter((text) => wanted({ text })) };
  if (order === "now") {
    const lines = of.lines.length || of.refusal ? seen.lines(body) : [];
    const refusal = of.refusal && lines.find((line) => new RegExp(of.refusal, "iu").test(line.text))?.text;
    return { signs: signs(true, () => lines), refusal: refusal || "" };
  }
  const now = () => performance.timeOrigin + performance.now();
  if (order === "heard") {
    const heard = window[HEARD];
    return { times: heard ? Object.fromEntries(heard.times) : {}, presses: heard?.presses ?? [] };
  }
  window[HEARD]?.end();
  const [times, presses, began] = [new Map(), [], performance.now()];
  let [spent, sampled, unseen, left] = [0, -Infinity, false, MOST_WORDS];
  const sample = () => {
    const start = performance.now(), at = now(), counts = {};
    const heard = (sign) => {
      const number = (counts[sign] ?? 0) + 1;
      if (!times.get(`${number} ${sign}`)?.some((time) => time > presses[0])) return false;
      counts[sign] = number;
      return true;
    };
    for (const sign of signs(false, () => (mayShow() ? seen.lines(body) : []), heard)) {
      const key = `${(counts[sign] = (counts[sign] ?? 0) + 1)} ${sign}`;
      const before = times.get(key) ?? [];
      if (before.length < MOST_TIMES && times.size < MOST_TIMES) times.set(key, [...before, at]);
    }
    sampled = performance.now();
    unseen = false;
    spent += sampled - start;
  };
  const press = (event) => {
    if (!event.isTrusted) return;
    if (presses.length && (unseen || performance.now() - sampled > REST_MS)) sample();
    presses.splice(1, 1, now());
  };
  const says = (text) => /\S/.test(text) && text.length < MOST_TEXT && loose.some((pattern) => pattern.test(text.replace(/\s+/g, " ")));
  const speaks = ({ type, target, addedNodes }) => (type === "characterData" ? says(target.data) : [...addedNodes].some((node) => says(node.textContent ?? "")));
  // Words that come are always looked at, unless they come all the time; anything else as long as there is time.
  const changed = (records) => {
    unseen = true;
    const isDue = spent < 5 + SHARE * (performance.now() - began);
    if (isDue || (left > 0 && Array.isArray(records) && records.some(speaks) && left--)) sample();
  };
  const observer = new MutationObserver(changed);
  const look = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, look);
  const EVENTS = ["pointerdown", "keydown"];
  EVENTS.forEach((type) => addEventListener(type, press, { capture: true, passive: true }));
  const CHANGES = ["animationstart", "transitionrun"];
  CHANGES.forEach((type) => addEventListener(type, changed, { capture: true, passive: true }));
  const end = () => {
    observer.disconnect();
    EVENTS.forEach((type) => removeEventListener(type, press, { capture: true }));
    CHANGES.forEach((type) => removeEventListener(type, changed, { capture: true }));
  };
  window[HEARD] = { times, presses, end };
  return {};
}
