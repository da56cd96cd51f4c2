const JSON_TYPE = "with { type: 'json' }";

export interface Targets {
  path: string;
  url: string;
  database: string;
  /** Path of the key-value store. Default: a file in the function's temporary folder. */
  store?: string;
}

/**
 * Returns the source code of a function that tries to read the file `path` in many ways. The folder
 * `functions/` must contain three symbolic links: `linked.json` to the file `path`, `_link` to the
 * folder of that file, and `_inner/again/link` to `_link`.
 */
export const attemptsOn = (targets: Targets) => `
import fs from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { DatabaseSync } from "node:sqlite";
import { Worker as NodeWorker } from "node:worker_threads";
const { path, url, database, store } = ${JSON.stringify(targets)};
const code = "export { default } from " + JSON.stringify(url) + " ${JSON_TYPE}";
const data = "data:text/javascript," + encodeURIComponent(code);
const json = { with: { type: "json" } };
const contentOf = (module) => module.default;
const attempts = {
  importText: () => import(path, { with: { type: "text" } }).then(contentOf),
  importPath: () => import(path, json).then(contentOf),
  importUrl: () => import(url, json).then(contentOf),
  importData: () => import(data).then(contentOf),
  importBlob: () => import(URL.createObjectURL(new Blob([code], { type: "text/javascript" }))).then(contentOf),
  importPart: () => import(\`\${path.slice(0, -5)}.json\`, json).then(contentOf),
  importLink: () => import(["../_link", "keys.json"].join("/"), json).then(contentOf),
  require: () => createRequire(import.meta.url)(path),
  read: () => Deno.readTextFile(path),
  readLink: () => Deno.readTextFile("_link/keys.json"),
  readLinkedFile: () => fs.readFileSync(new URL("../linked.json", import.meta.url), "utf8"),
  readInnerLink: () => Deno.readTextFile("_inner/again/link/keys.json"),
  copy: () => Deno.copyFile("_link/keys.json", "/tmp/copy.json").then(() => Deno.readTextFile("/tmp/copy.json")),
  link: () => Deno.symlink(path, "/tmp/link.json"),
  fetch: () => fetch(url).then((response) => response.text()),
  worker: () => new Worker(url, { type: "module" }),
  nodeWorker: () => new NodeWorker(new URL(url)),
  kv: async () => {
    const opened = await Deno.openKv(store ?? \`\${Deno.makeTempDirSync()}/store.db\`);
    await opened.set(["found"], "inside");
    return (await opened.get(["found"])).value;
  },
  sqlite: () => new DatabaseSync(database, { readOnly: true }).prepare("select found from texts").get().found,
  // Register the hook last, because it also applies to later imports and calls of require.
  importHooked: () => {
    registerHooks({ load: (given, context, next) => next(given === "data:text/javascript,1" ? url : given, context) });
    return import(["data:text/javascript", "1"].join(), json).then(contentOf);
  },
};
Deno.serve(async () => {
  const answers = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      answers[name] = await attempt();
    } catch (error) {
      answers[name] = "refused: " + error.message;
    }
  }
  return Response.json(answers);
});`;
