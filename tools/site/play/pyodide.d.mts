/** What the worker uses of Pyodide. */
export function loadPyodide(how: { indexURL: string }): Promise<{
  unpackArchive(archive: ArrayBuffer, format: "zip", how: { extractDir: string }): void;
  runPython(code: string): unknown;
  globals: { get(name: string): { call(question: string): string } };
}>;
