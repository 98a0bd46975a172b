// @ts-check
/// <reference lib="webworker" />
/**
 * Keeps the client's files for the next visit, and the page for a missing network. Where a name
 * does not tell the content, requests go to the server first.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE = "paiju-__VERSION__";
const SHELL = "/";
const PATIENCE_MS = 3000;
const DOWN_MS = 10_000;

/** The files without which no page can say anything. @type {string[]} */
const FIRST = JSON.parse("__FIRST__");
/** A name with a file's content in it: what is stored under it never changes. */
const LASTING = /^\/static\/.*\.[0-9a-f]{10}\.\w+$/;

worker.addEventListener("install", (event) => {
  const stored = caches.open(STORE).then((cache) => cache.addAll([SHELL, ...FIRST]));
  event.waitUntil(stored.then(() => worker.skipWaiting()));
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
  if (LASTING.test(pathname)) return event.respondWith(lasting(request));
  if (pathname.startsWith("/static/")) return event.respondWith(newest(request, request.url));
  if (request.mode === "navigate") event.respondWith(newest(request, SHELL));
});

/** What is stored under a lasting name, else the server's answer. @param {Request} request */
async function lasting(request) {
  const cache = await caches.open(STORE).catch(() => null);
  const stored = await cache?.match(request.url);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.headers.get("cache-control")?.includes("immutable"))
    cache?.put(request.url, answer.clone()).catch(() => {});
  return answer;
}

let downUntil = 0; // where one request got no answer the next ones do not wait for theirs

/**
 * The server's answer; what is stored under `name` where the server cannot be reached, or says nothing
 * for too long. An answer is stored under its own address alone: another path's answer is not the
 * shell. Where nothing can be stored the answer is as good.
 * @param {Request} request
 * @param {string} name
 */
async function newest(request, name) {
  const own = new URL(request.url).href === new URL(name, worker.location.origin).href;
  const cache = await caches.open(STORE).catch(() => null);
  const stored = await cache?.match(name);
  const asked = fetch(request).then((answer) => {
    downUntil = 0;
    if (own && answer.status === 200 && answer.type === "basic" && !answer.redirected)
      cache?.put(name, answer.clone()).catch(() => {});
    return answer;
  });
  if (!stored) return asked;
  const late = new Promise((_, fail) => setTimeout(fail, Date.now() < downUntil ? 0 : PATIENCE_MS));
  return Promise.race([asked, late]).catch(() => {
    downUntil = Date.now() + DOWN_MS;
    asked.catch(() => {}); // nobody waits for it any more
    return stored;
  });
}
