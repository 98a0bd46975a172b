/** Random trees, changed step by step, against the same tree drawn afresh: where they differ first, or null. */
async (seed) => {
  const { html, render, useMemo, useState } = await import("/static/vendor/htm-preact.js");
  const STEPS = 40;
  let state = seed >>> 0;
  const chance = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  let names = 0;
  const grown = (depth) => ({
    name: `n${names++}`,
    kind: depth ? [Leaf, "div", Group, Group, Kept, Kept][chance(6)] : Leaf,
    keyed: chance(4) > 0,
    on: chance(3),
    children: depth ? Array.from({ length: 1 + chance(3) }, () => grown(depth - 1)) : [],
  });
  let again = new Map(); // by name: draws that component alone
  const useAgain = (name) => {
    const [, set] = useState(0);
    again.set(name, () => set((n) => n + 1));
  };
  function Leaf({ node }) {
    useAgain(node.name);
    return node.on === 0 ? null : html`<i>${node.name}.${node.on}</i>`;
  }
  function Group({ node }) {
    useAgain(node.name);
    return node.on === 0 ? null : html`${node.on === 2 && html`<b>${node.name}</b>`}${drawn(node.children)}`;
  }
  function Kept({ node }) {
    useAgain(node.name);
    const memo = useMemo(() => drawn(node.children), []);
    return html`${node.on === 0 && html`<q>${node.name}</q>`}${memo}${node.on === 1 && html`<u>${node.name}</u>`}`;
  }
  const drawn = (nodes) =>
    nodes.map((node) => {
      const key = node.keyed ? node.name : null;
      if (node.kind === "div") return html`<div key=${key}>${drawn(node.children)}</div>`;
      return html`<${node.kind} key=${key} node=${node} />`;
    });
  const all = (node) => [node, ...node.children.flatMap(all)];
  /** Those that are drawn again with the root: memoized ones are not. */
  const open = (node) => [node, ...(node.kind === Kept ? [] : node.children.flatMap(open))];

  const top = { name: "top", kind: Group, on: 2, children: Array.from({ length: 4 }, () => grown(3)) };
  const root = document.createElement("div");
  const draw = (into) => render(html`<${Group} node=${top} />`, into);
  draw(root);
  for (let step = 0; step < STEPS; step++) {
    const changed = new Set();
    const below = all(top).slice(1);
    for (let left = 1 + chance(3); left > 0; left--) {
      const node = below[chance(below.length)];
      node.on = chance(3);
      changed.add(node);
    }
    const many = open(top).filter(({ kind, children }) => kind !== Kept && children.length > 1);
    const moved = many[chance(many.length)];
    const moves = chance(3) === 0 && moved.children.every(({ keyed }) => keyed);
    if (moves) {
      moved.children.push(moved.children.shift());
      changed.add(moved);
    }
    if (chance(3) === 0 || (moves && moved.kind === "div")) draw(root);
    for (const { name } of changed) again.get(name)?.();
    await Promise.resolve(); // after what the components scheduled
    const own = again;
    again = new Map();
    const fresh = document.createElement("div");
    draw(fresh);
    again = own;
    if (root.innerHTML !== fresh.innerHTML) return [step, root.innerHTML, fresh.innerHTML];
  }
  return null;
};
