// @ts-check
/// <reference lib="webworker" />
/** Keeps the client's files for the next visit. What is asked of /api, /ws and /texts always goes to the server first. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE = "paiju-__VERSION__";
const SHELL = "/";

const FIRST = [SHELL, "/static/css/base.css", "/static/css/ui.css", "/static/css/home.css", "/static/app.js", "/static/home/error.js"];

worker.addEventListener("install", (event) => {
  const kept = caches.open(STORE).then((cache) => cache.addAll(FIRST));
  event.waitUntil(kept.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || pathname.startsWith("/api/") || pathname.startsWith("/ws/")) return;
  if (request.mode === "navigate") return event.respondWith(newest(request, SHELL));
  if (pathname.startsWith("/texts/") || pathname.startsWith("/static/")) event.respondWith(newest(request, request));
});

/**
 * The server's answer, kept under `name`; what was kept where the server cannot be reached.
 * @param {Request} request
 * @param {RequestInfo} name
 */
async function newest(request, name) {
  const cache = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic") await cache.put(name, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}
