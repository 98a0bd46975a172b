// @ts-check
/** @import { Prefs, Refused, View } from "paiju/page" */
/** Start of the client: theme, language, guest, and the page that the path names. */
import { html, render, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Places } from "./home/head.js";
import { loadMe } from "./home/me.js";
import { isBarred } from "./net.js";
import { onPrefs, prefs, setPref } from "./prefs.js";
import { LANGUAGES, lang, loadTexts, preferred, sayError, t, textAddresses, worded } from "./texts.js";
import { styled, usePath } from "./ui/nav.js";
import { toast, Toasts } from "./ui/toast.js";

const PATIENT_MS = 2500;
/** Within another site's page there is no guest and nothing is stored. */
const EMBEDDED = location.pathname.startsWith("/embed/");

/** @typedef {{path: RegExp, load: () => Promise<View>, open?: boolean}} Route */

/**
 * The pages; what the path holds in brackets is given to the page as `id`. `open` are those for which nobody
 * has to be known. @type {Route[]}
 */
const ROUTES = [
  { path: /^\/$/, load: () => import("./home/home.js").then((m) => m.Home) },
  { path: /^\/table\/([^/]+)$/, load: () => import("./room/page.js").then((m) => m.TablePage) },
  { path: /^\/join\/([^/]+)$/, load: () => import("./home/join.js").then((m) => m.Join) },
  { path: /^\/move\/([^/]+)$/, load: () => import("./home/join.js").then((m) => m.Move) },
  {
    path: /^\/replay\/([^/]+)$/,
    open: true,
    load: () =>
      styled(worded(import("./replay/replay.js"), "replay", "table"), "replay").then((m) => m.Replay),
  },
  {
    path: /^\/embed\/([^/]+)$/,
    open: true,
    load: () =>
      styled(worded(import("./replay/replay.js"), "replay", "table"), "replay").then((m) => m.Embedded),
  },
  {
    path: /^\/rules\/([^/]+)$/,
    open: true,
    load: () => styled(worded(import("./home/rules.js"), "room"), "booklet").then((m) => m.Rules),
  },
  {
    path: /^\/today$/,
    load: () =>
      styled(worded(import("./series/today.js"), "series", "table"), "booklet", "series").then(
        (m) => m.Today,
      ),
  },
  {
    path: /^\/series\/([^/]+)$/,
    load: () =>
      styled(worded(import("./series/page.js"), "series", "table"), "booklet", "series").then(
        (m) => m.SeriesPage,
      ),
  },
  {
    path: /^\/club\/([^/]+)$/,
    load: () =>
      styled(worded(import("./series/clubs.js"), "series"), "booklet", "series").then((m) => m.ClubPage),
  },
  {
    path: /^\/learn(?:\/(.+?))?\/?$/,
    open: true,
    load: () => styled(worded(import("./learn/page.js"), "guide"), "learn").then((m) => m.Learn),
  },
  {
    path: /^\/programs$/,
    open: true,
    load: () => worded(import("./home/programs.js"), "program").then((m) => m.Programs),
  },
  {
    path: /^\/puzzles$/,
    load: () =>
      styled(worded(import("./puzzles/page.js"), "puzzles", "lessons", "table"), "booklet", "puzzles").then(
        (m) => m.Puzzles,
      ),
  },
  {
    path: /^\/puzzles\/([^/]+\/[^/]+)$/,
    load: () => worded(import("./puzzles/next.js"), "puzzles").then((m) => m.NextPuzzle),
  },
  {
    path: /^\/puzzle\/([^/]+)$/,
    load: () =>
      styled(
        worded(import("./puzzles/solve.js"), "puzzles", "replay", "review", "table"),
        "replay",
        "review",
        "puzzles",
      ).then((m) => m.PuzzlePage),
  },
  { path: /^\/watch$/, load: () => import("./home/lobby.js").then((m) => m.Watch) },
  {
    path: /^\/games$/,
    load: () =>
      styled(worded(import("./owngames/page.js"), "owngames", "table"), "booklet", "owngames").then(
        (m) => m.OwnGames,
      ),
  },
  {
    path: /^\/profile\/([^/]+)$/,
    open: true,
    load: () =>
      styled(
        worded(import("./owngames/profile.js"), "profile", "owngames", "table"),
        "booklet",
        "home",
        "person",
        "owngames",
      ).then((m) => m.ProfilePage),
  },
  {
    path: /^\/about$/,
    open: true,
    load: () => worded(import("./home/about.js"), "about").then((m) => m.About),
  },
];
const LOST = { path: /.*/, load: () => import("./home/error.js").then((m) => m.NoPage) };
const BARRED = { path: /.*/, load: () => import("./home/error.js").then((m) => m.NoCookies) };

/** @param {string} path */
function find(path) {
  for (const route of ROUTES) {
    const match = route.path.exec(path);
    if (match) return { route: isBarred() && !route.open ? BARRED : route, id: decoded(match[1] ?? "") };
  }
  return { route: LOST, id: "" };
}

/** A part of a path as it is meant; as it stands where a link was damaged. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The page of a route, loaded when it is first wanted. @param {{route: Route, id: string}} props */
function Page({ route, id }) {
  const [page, setPage] = useState(/** @type {{of: Route, view?: View, error?: Refused} | null} */ (null));
  const first = useRef(true);
  useEffect(() => {
    let live = true;
    route.load().then(
      (view) => live && setPage({ of: route, view }),
      (error) =>
        import("./home/error.js").then((m) => live && setPage({ of: route, view: m.Unloaded, error })),
    );
    return () => {
      live = false;
    };
  }, [route]);
  const ready = page?.of === route;
  useEffect(() => {
    if (!ready) return;
    // A new page is read out from its title, as after a full load.
    if (!first.current) document.querySelector("h1")?.focus();
    first.current = false;
  }, [ready, id]);
  if (!ready)
    return html`<div class="boot" aria-busy="true"><div class="ghost"></div><div class="ghost"></div>
      <div class="ghost"></div></div>`;
  return html`<${page.view} key=${id} id=${id} />`;
}

function App() {
  const path = usePath();
  return html`<${Places} path=${path} /><${Page} ...${find(path)} /><${Toasts} />`;
}

function paint() {
  const root = document.getElementById("app");
  if (root) render(html`<${App} />`, root);
}

/**
 * A browser whose reader knows one of the languages here need not translate. Where one does all the same,
 * texts are looked after from its first wrapper on.
 */
function shun() {
  const known = navigator.languages.some((one) => LANGUAGES.includes(one.slice(0, 2).toLowerCase()));
  document.documentElement.translate = !known;
  /** @type {MutationRecord[]} */
  const seen = [];
  const watch = new MutationObserver((records) => {
    if (!seen.length && !document.getElementsByTagName("font").length) return;
    if (!seen.length)
      void import("./wrapped.js").then(({ outliveWrappers }) => {
        outliveWrappers(document.body, [...seen, ...watch.takeRecords()]);
        watch.disconnect();
      }, console.error);
    seen.push(...records);
  });
  watch.observe(document.body, { childList: true, subtree: true });
}

/** @param {string} theme */
function dress(theme) {
  const page = document.documentElement;
  if (theme === "auto") delete page.dataset.theme;
  else page.dataset.theme = theme;
  const ground = getComputedStyle(page).getPropertyValue("--page").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}

/** Follows changed choices. @param {Prefs} now */
async function follow(now) {
  dress(now.theme);
  if (!now.lang || now.lang === lang()) return;
  try {
    await loadTexts(now.lang);
  } catch (error) {
    setPref("lang", lang());
    toast(sayError(/** @type {Refused} */ (error)), "danger");
  }
  paint();
}

/**
 * Keeps what was loaded for the next visit, where the browser allows it (https or this machine), with the
 * texts in use.
 */
function install() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener("controllerchange", () => {
    for (const address of textAddresses()) fetch(address).catch(() => {});
  });
  workers.register("/sw.js").catch(() => {});
}

/**
 * Says that the server cannot be reached: in stored words of the language, if there are any.
 * @param {Promise<void>} texts
 */
async function stuck(texts) {
  try {
    const [{ Unloaded }] = await Promise.all([import("./home/error.js"), texts]);
    const root = /** @type {HTMLElement} */ (document.getElementById("app"));
    root.replaceChildren();
    render(html`<${Unloaded} />`, root);
  } catch {
    document.documentElement.classList.add("boot-failed");
  }
}

/** Says that it takes long, once that can be said. @param {Promise<void>} texts */
function wait(texts) {
  setTimeout(
    () =>
      texts.then(
        () => {
          const line = Object.assign(document.createElement("p"), { textContent: t("web.connecting") });
          line.setAttribute("role", "status");
          document.querySelector("#app > .boot")?.append(line);
        },
        () => {},
      ),
    PATIENT_MS,
  );
}

async function start() {
  document.documentElement.classList.add("scripted");
  shun();
  dress(prefs().theme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dress(prefs().theme));
  const wanted = prefs().lang || preferred(navigator.languages ?? [navigator.language]);
  const texts = loadTexts(wanted);
  const page = find(location.pathname)
    .route.load()
    .catch(() => {});
  wait(texts);
  try {
    await Promise.all([texts, EMBEDDED || loadMe(wanted), page]);
  } catch {
    return stuck(texts);
  }
  document.getElementById("app")?.replaceChildren();
  onPrefs(follow);
  document.title = t("web.app");
  paint();
  if (!EMBEDDED) install();
}

start();
