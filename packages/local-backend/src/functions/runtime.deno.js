// Deno runs this script before a function. The script adds APIs of hosted Supabase's runtime.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
const { exit } = Deno;

const tasks = new Set();

function waitUntil(promise) {
  const task = Promise.resolve(promise)
    // Handle the rejection, which would end the process and all its other calls.
    .catch((error) => console.error("A background task failed:", error))
    .finally(() => tasks.delete(task));
  tasks.add(task);
  return promise;
}

globalThis.EdgeRuntime = { waitUntil };

let isEnding = false;

async function end() {
  // The backend sends a second signal when it stops.
  if (isEnding) exit(0);
  isEnding = true;
  dispatchEvent(new CustomEvent("beforeunload", { detail: { reason: "termination" } }));
  while (tasks.size > 0) await Promise.all(tasks);
  exit(0);
}

// Windows has no SIGTERM: the process ends immediately.
if (process.platform !== "win32") Deno.addSignalListener("SIGTERM", end);

/**
 * The backend never throws this error, but functions use the class with `instanceof`.
 * @see https://supabase.com/docs/guides/functions/recursive-functions
 */
Deno.errors.RateLimitError = class RateLimitError extends Error {
  name = "RateLimitError";

  constructor(message, retryAfterMs) {
    super(message);
    this.retryAfterMs = typeof retryAfterMs === "number" ? retryAfterMs : null;
  }
};

// Redirect paths below `/tmp` to TMPDIR, the only folder that a function may write. Named imports
// from `node:fs` cannot be redirected, so Deno refuses their paths below `/tmp`.

const TMP = Deno.env.get("TMPDIR");
const IN_TMP = /^\/tmp(\/|$)/;
const isReadable = (path) => Deno.permissions.querySync({ name: "read", path }).state === "granted";

function place(path) {
  if (path instanceof URL) {
    return path.protocol === "file:" && IN_TMP.test(path.pathname)
      ? place(fileURLToPath(path))
      : path;
  }
  if (typeof path !== "string" || !IN_TMP.test(path)) return path;
  // The project itself may be below `/tmp`.
  return isReadable(path) ? path : TMP + path.slice("/tmp".length);
}

function redirected(original, count) {
  return function (...given) {
    for (let index = 0; index < count; index += 1) given[index] = place(given[index]);
    return apply(original, this, given);
  };
}

/** Also redirects functions in properties of `original`, such as the variant for `promisify`. */
function withForms(original, count) {
  const wrapper = redirected(original, count);
  for (const key of ownKeys(original)) {
    const property = getOwnPropertyDescriptor(original, key);
    if (key === "prototype") continue;
    if (typeof property.value === "function") property.value = redirected(property.value, count);
    defineProperty(wrapper, key, property);
  }
  return wrapper;
}

function redirect(target, names, count) {
  for (const name of names) {
    if (typeof target[name] === "function") target[name] = withForms(target[name], count);
  }
}

const withSync = (names) => names.flatMap((name) => [name, `${name}Sync`]);

redirect(
  Deno,
  withSync([
    ...["chmod", "chown", "create", "lstat", "mkdir", "open", "readDir", "readFile", "readLink"],
    ...["readTextFile", "realPath", "remove", "stat", "truncate", "utime", "writeFile"],
    "writeTextFile",
  ]),
  1,
);
redirect(Deno, withSync(["copyFile", "link", "rename", "symlink"]), 2);
for (const name of withSync(["makeTempDir", "makeTempFile"])) {
  const original = Deno[name];
  Deno[name] = (options) => original(options && { ...options, dir: place(options.dir) });
}

const NODE_ONE = [
  ...["access", "appendFile", "chmod", "chown", "exists", "lstat", "mkdir", "mkdtemp", "open"],
  ...["opendir", "readFile", "readdir", "readlink", "realpath", "rm", "rmdir", "stat", "truncate"],
  ...["unlink", "utimes", "writeFile"],
];
const NODE_TWO = ["copyFile", "cp", "link", "rename", "symlink"];
redirect(fs, [...withSync(NODE_ONE), "createReadStream", "createWriteStream"], 1);
redirect(fs, withSync(NODE_TWO), 2);
redirect(fs.promises, NODE_ONE, 1);
redirect(fs.promises, NODE_TWO, 2);
syncBuiltinESMExports();
