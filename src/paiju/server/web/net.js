// @ts-check
/** @import { Fact } from "paiju/page" */
/** Asking the server. */

/** @typedef {{code: string, facts: Record<string, Fact>, status: number}} Refusal */

const REQUEST_MS = 15_000; // a request that is dropped without a word would never end

/** Whether the browser refuses cookies: without one the server knows no guest. */
export const isBarred = () => !navigator.cookieEnabled;

/**
 * The JSON answer of the server.
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {number} [most] ms that it may take
 * @returns {Promise<T>} rejects with a Refusal; `net.offline` where no answer came, or not all of it
 */
export async function api(method, path, body, most = REQUEST_MS) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout?.(most),
  }).catch(() => {
    throw refusal("net.offline", 0);
  });
  const json = await answer.json().catch(() => undefined);
  if (answer.ok && json === undefined && answer.status !== 204) throw refusal("net.offline", 0);
  if (answer.ok) return json;
  const code = json?.error?.code ?? "net.failed";
  throw refusal(
    code === "guest.none" && isBarred() ? "guest.cookies" : code,
    answer.status,
    json?.error?.facts,
  );
}

/** @param {string} code @param {number} status @param {Record<string, Fact>} [facts] */
const refusal = (code, status, facts = {}) => Object.assign(new Error(code), { code, facts, status });
