// @ts-check
/** @import { Child } from "paiju/page" */
/** Moving between pages without loading them again. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { file } from "../modules.js";
import { lang, t } from "../texts.js";

/**
 * Goes to a page of this site.
 * @param {string} path
 * @param {{replace?: boolean, state?: Record<string, unknown> | null}} [how]
 */
export function go(path, { replace = false, state = null } = {}) {
  history[replace ? "replaceState" : "pushState"](state, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/** The path of the page, as a hook. */
export function usePath() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  return path;
}

/** Names the page in the browser's tab, as a hook. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} – ${t("web.app")}` : t("web.app");
  }, [text, lang()]);
}

/**
 * A link to a page of this site.
 * @param {{href: string, children?: Child} & Record<string, unknown>} props
 */
export function Link({ href, children, ...rest }) {
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(href);
  };
  return html`<a href=${href} onClick=${follow} ...${rest}>${children}</a>`;
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Loads a style sheet of `css/` once; fails where it could not be had this time.
 * @param {string} name without ending
 */
export function style(name) {
  const known = sheets.get(name);
  if (known) return known;
  const loading = new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = file(`css/${name}.css`);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      sheets.delete(name);
      reject(new Error(`no style ${name}`));
    };
    document.head.append(link);
  });
  sheets.set(name, loading);
  return loading;
}

/**
 * A module once it and its style sheets are here.
 * @template T
 * @param {Promise<T>} module
 * @param {...string} names
 * @returns {Promise<T>}
 */
export const styled = (module, ...names) =>
  Promise.all([module, ...names.map(style)]).then(([loaded]) => loaded);
