// @ts-check
/// <reference lib="webworker" />
/**
 * Keeps the client's files for the next visit, and the page that says that there is no network. What is asked
 * of /api, /ws
 * and /texts always goes to the server first.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE = "paiju-__VERSION__";
const SHELL = "/";
const PATIENCE_MS = 3000;
const DOWN_MS = 10_000;

/** The modules without which no page can say anything. @type {string[]} */
const MODULES = JSON.parse("__MODULES__");
const FIRST = [SHELL, "/static/css/base.css", "/static/css/ui.css", "/static/css/home.css", ...MODULES];

worker.addEventListener("install", (event) => {
  const kept = caches.open(STORE).then((cache) => cache.addAll(FIRST));
  event.waitUntil(kept.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    origin !== worker.location.origin ||
    pathname.startsWith("/api/") ||
    pathname.startsWith("/ws/")
  )
    return;
  if (request.mode === "navigate") return event.respondWith(newest(request, SHELL));
  if (pathname.startsWith("/texts/") || pathname.startsWith("/static/"))
    event.respondWith(newest(request, request));
});

let downUntil = 0; // where one request got no answer the next ones do not wait for theirs

/**
 * The server's answer, kept under `name`; what was kept where the server cannot be reached, or says nothing
 * for too long.
 * @param {Request} request
 * @param {RequestInfo} name
 */
async function newest(request, name) {
  const cache = await caches.open(STORE);
  const kept = await cache.match(name);
  const asked = fetch(request).then(async (answer) => {
    downUntil = 0;
    if (answer.ok && answer.type === "basic") await cache.put(name, answer.clone());
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((_, fail) => setTimeout(fail, Date.now() < downUntil ? 0 : PATIENCE_MS));
  return Promise.race([asked, late]).catch(() => {
    downUntil = Date.now() + DOWN_MS;
    asked.catch(() => {}); // nobody waits for it any more
    return kept;
  });
}
