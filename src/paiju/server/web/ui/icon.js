// @ts-check
import { html } from "../vendor/htm-preact.js";

/** Strokes on a 24×24 grid. @type {Record<string, string>} */
const STROKES = {
  back: "M15 5l-7 7 7 7",
  bell: "M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21h4",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  check: "M5 13l4.5 4.5L19 7",
  chevron: "M9 5l7 7-7 7",
  clock: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  crown: "M4 18h16M4 15l-1-9 5 4 4-6 4 6 5-4-1 9z",
  door: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  down: "M5 9l7 7 7-7",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z",
  hint: "M9 18h6M10 21h4M8.5 15a6.5 6.5 0 117 0z",
  hourglass: "M6 3h12M6 21h12M7 3c0 6 5 6 5 9s-5 3-5 9M17 3c0 6-5 6-5 9s5 3 5 9",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01",
  kick: "M10 4a4 4 0 100 8 4 4 0 000-8zM3 20c0-4 3-6 7-6M15 15l6 6M21 15l-6 6",
  link: "M10 14a4 4 0 010-6l3-3a4 4 0 016 6l-1.5 1.5M14 10a4 4 0 010 6l-3 3a4 4 0 01-6-6l1.5-1.5",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 016 0v3",
  menu: "M4 6h16M4 12h16M4 18h16",
  more: "M5 11a1 1 0 100 2 1 1 0 000-2zM12 11a1 1 0 100 2 1 1 0 000-2zM19 11a1 1 0 100 2 1 1 0 000-2z",
  mute: "M4 9h4l5-4v14l-5-4H4zM17 9l5 6M22 9l-5 6",
  pause: "M8 5v14M16 5v14",
  person: "M12 4a4 4 0 100 8 4 4 0 000-8zM4 20c0-4 3.5-6 8-6s8 2 8 6",
  play: "M7 4l12 8-12 8z",
  plus: "M12 5v14M5 12h14",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2",
  question: "M9 9a3 3 0 116 0c0 2-3 2.5-3 5M12 18h.01",
  replay: "M4 12a8 8 0 108-8H6M9 1L6 4l3 3",
  robot: "M5 9h14v10H5zM12 9V5M12 4h.01M9 13v1M15 13v1M2 13v3M22 13v3",
  review: "M4 20V9M9 20v-6M4 9l5-5M10.5 8a4 4 0 118 0 4 4 0 01-8 0zM17.5 11l3.5 3.5",
  rules: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  score: "M4 20h16M7 16v-5M12 16V6M17 16V9",
  search: "M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L21 21",
  settings: "M4 7h8M18 7h2M4 17h2M12 17h8M15 4a3 3 0 100 6 3 3 0 000-6zM9 14a3 3 0 100 6 3 3 0 000-6z",
  share: "M12 15V3M7 8l5-5 5 5M5 12v8h14v-8",
  shield: "M12 3l8 3c0 8-3 12-8 15-5-3-8-7-8-15z",
  skip: "M4 5l8 7-8 7zM13 5l8 7-8 7z",
  sound: "M4 9h4l5-4v14l-5-4H4zM16 9c2 2 2 4 0 6M19 6c4 4 4 8 0 12",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  unlock: "M6 11h12v9H6zM9 11V8a3 3 0 016-1",
  warning: "M12 4l9 16H3zM12 10v5M12 17.5h.01",
};

// these turn with the reading direction
const DIRECTED = new Set(["back", "chat", "chevron", "door", "replay", "skip"]);

/**
 * A small picture without a name of its own: the text or label beside it says what it means.
 * @param {{name: string, size?: number}} props
 */
export function Icon({ name, size = 20 }) {
  const look = DIRECTED.has(name) ? "icon icon-directed" : "icon";
  return html`<svg class=${look} width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true"
      focusable="false">
    <path d=${STROKES[name]} />
  </svg>`;
}
