// @ts-check
/** Python and the rules, apart from the page: it answers questions one after another. */
import { loadPyodide } from "./pyodide.mjs";

const plain = self.fetch.bind(self);
let loaded = 0;
let last = 0;

/** Everything comes from this site, and what has arrived is told. @param {RequestInfo | URL} request @param {RequestInit} [how] */
async function counted(request, how) {
  const address = new URL(request instanceof Request ? request.url : request, self.location.href);
  if (address.origin !== self.location.origin) throw new Error(`not of this site: ${address.href}`);
  const answer = await plain(request, how);
  if (!answer.body) return answer;
  const seen = new TransformStream({
    transform(chunk, out) {
      loaded += chunk.byteLength;
      if (loaded - last > 100_000) {
        last = loaded;
        self.postMessage({ loaded });
      }
      out.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(seen), answer);
}
self.fetch = counted;

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("./", self.location.href).href }),
    counted("paiju.zip").then((answer) => answer.arrayBuffer()),
  ]);
  self.postMessage({ starting: true });
  python.unpackArchive(archive, "zip", { extractDir: "/paiju" });
  python.runPython(
    "import sys; sys.path.insert(0, '/paiju')\nfrom tools.site.bridge import Desk\ndesk = Desk()",
  );
  return python.globals.get("desk");
}

const desk = start();
desk.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: String(error) }),
);

self.addEventListener("message", async ({ data: { id, question } }) => {
  try {
    self.postMessage({ id, answer: JSON.parse((await desk).call(JSON.stringify(question))) });
  } catch (error) {
    self.postMessage({ id, answer: { error: String(error) } });
  }
});
