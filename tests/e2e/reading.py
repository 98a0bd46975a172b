"""What keeps a text from being read: a box cuts it, it sticks out of its own ground, or something lies over it."""

UNREAD = """() => {
  const wrong = [];
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const root = sheet ?? document.body;
  const name = (el) => `${el.tagName.toLowerCase()}.${String(el.className.baseVal ?? el.className).split(" ").join(".")} «${(el.textContent ?? "").trim().slice(0, 30)}»`;
  const above = function* (el) { for (let at = el; at && at !== document.documentElement; at = at.parentElement) yield at; };
  const visible = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !el.closest(".visually-hidden, .skip-link, [inert], svg, option, .toasts") && (!sheet || sheet.contains(el));
  const painted = (style) => !/^(transparent|rgba\\(.*, 0\\))$/.test(style.backgroundColor) || style.backgroundImage !== "none" || parseFloat(style.borderBlockEndWidth) > 0 && style.borderBlockStartStyle !== "none" && parseFloat(style.borderBlockStartWidth) > 0;
  const styles = new Map(); // needed again for every text, of those around it
  const styleOf = (el) => {
    if (!styles.has(el)) {
      const { display, overflowX, overflowY, textOverflow, position } = getComputedStyle(el);
      styles.set(el, { display, overflowX, overflowY, textOverflow, position, painted: painted(getComputedStyle(el)), box: el.getBoundingClientRect() });
    }
    return styles.get(el);
  };
  const opaque = (el) => {
    const style = getComputedStyle(el);
    return el.ownerSVGElement || el.tagName === "IMG" || /^rgb\\(/.test(style.backgroundColor) || style.backgroundImage !== "none";
  };
  const over = ".ask, .auto-band, .bands, .bubble, .panel, .pz-word, .pz-panel"; // for a moment, or until answered; nothing below them is checked
  const named = (el, style) => el.matches(".preset-line, .replay-head h1") || style.textOverflow === "ellipsis"; // the whole is a tap away
  /** Where a text is drawn, a box for each row: a face is lower than its row. */
  const rows = (nodes) => nodes.flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((box) => box.width > 2).map(({ left, right, top, bottom }) =>
      ({ left, right, top: top + (bottom - top) / 5, bottom: bottom - (bottom - top) / 8 }));
  });
  /** What stays where it is while the page below it scrolls. */
  const stays = (top, el) => [...above(top)].some((at) => !at.contains(el) && ["fixed", "sticky"].includes(styleOf(at).position));
  /** What is on its way comes over texts, and is gone. */
  const travels = (top) => [...above(top)].some((at) => at.getAnimations().some((one) => one.constructor === Animation));
  const out = (ink, box, axis) => axis === "X" ? Math.max(box.left - ink.left, ink.right - box.right) : Math.max(box.top - ink.top, ink.bottom - box.bottom);
  const judge = (el, ink) => {
    let ground = null;
    for (const at of above(el)) {
      if (at === root) break;
      const style = styleOf(at);
      if (style.display === "contents") continue;
      const { box } = style;
      if (Math.min(box.width, box.height) < 2) return; // only to be read out
      for (const axis of "XY") {
        if (["auto", "scroll"].includes(style[`overflow${axis}`]) && out(ink, box, axis) > 1) return;
        if (["hidden", "clip"].includes(style[`overflow${axis}`]) && out(ink, box, axis) > 2) {
          if (!named(at, style)) wrong.push(`cut by ${name(at)}: ${name(el)}`);
          return;
        }
      }
      ground ??= style.painted && style.display !== "inline" ? at : null;
    }
    const box = ground?.getBoundingClientRect();
    if (box && Math.max(out(ink, box, "X"), out(ink, box, "Y")) > 1.5) wrong.push(`sticks out of ${name(ground)}: ${name(el)}`);
    const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2];
    for (const [atX, atY] of [[x, y], [ink.left + 3, y], [ink.right - 3, y], [x, ink.top + 1], [x, ink.bottom - 1]]) {
      const first = document.elementFromPoint(atX, atY); // nearly always its own, and to ask for all of them takes ten times as long
      if (!first || el.contains(first) || first.contains(el)) continue;
      const there = document.elementsFromPoint(atX, atY);
      const own = there.findIndex((at) => el.contains(at) || at.contains(el));
      const top = there.slice(0, Math.max(own, 0)).find(opaque);
      if (top && !top.closest(over) && !stays(top, el) && !travels(top)) wrong.push(`under ${name(top)}: ${name(el)}`);
    }
  };
  for (const el of root.querySelectorAll("*")) {
    const nodes = [...el.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim());
    if (nodes.length && visible(el)) for (const ink of rows(nodes)) judge(el, ink);
  }
  return wrong;
}"""
"""Texts that cannot be read whole where they stand, while everything is `TOUCHABLE`."""

TOUCHABLE = """() => {
  const touched = new CSSStyleSheet();
  touched.replaceSync("* { pointer-events: auto !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, touched];
  return () => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== touched); };
}"""
"""Everything can be hit until what this returns is called: what cannot lies over texts all the same."""
