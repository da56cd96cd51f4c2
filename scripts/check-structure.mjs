// Checks the files and imports of the web app and of the packages. Also runs check-schemas.mjs.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { checkFunctionTests, checkPolicyTexts, checkSchemas } from "./check-schemas.mjs";
import { root } from "./toolchain.mjs";

const FEATURE_FILES = [
  "schema.ts",
  "types.ts",
  "permissions.ts",
  "selectors.ts",
  "strings.ts",
  "queries.ts",
  "mutations.ts",
  "loaders.ts",
  "actions.ts",
  "hooks.ts",
];

/**
 * Maps each folder and each root file of a package's `src` to the folders and root files that it
 * may import. The check rejects folders and root files that are not listed here.
 */
export const PACKAGE_RULES = {
  "packages/backend-client/src": {
    "index.ts": ["config", "errors", "session"],
    config: ["errors"],
    errors: [],
    crypto: [],
    limits: ["config", "errors"],
    cookies: ["config", "errors"],
    session: ["config", "crypto", "errors", "limits", "cookies"],
    data: ["config", "errors"],
    storage: ["config", "errors"],
    realtime: ["config", "errors"],
    functions: ["config", "errors"],
    server: [
      "config",
      "crypto",
      "errors",
      "limits",
      "cookies",
      "session",
      "data",
      "storage",
      "functions",
    ],
    node: ["server"],
    service: ["config", "crypto", "errors", "session", "server"],
    next: ["config", "errors", "cookies", "session", "server"],
    browser: ["config", "errors", "session", "data", "storage", "realtime", "functions"],
    react: ["config", "errors", "session", "browser", "storage", "realtime", "functions"],
    otel: ["config"],
    doctor: ["config", "cookies", "server"],
    testing: [
      "config",
      "errors",
      "cookies",
      "session",
      "data",
      "storage",
      "realtime",
      "functions",
      "server",
      "service",
      "node",
      "next",
      "browser",
    ],
  },
  "packages/local-backend/src": {
    "index.ts": ["config", "gateway", "keys", "lifecycle"],
    "cli.ts": ["cli"],
    cli: ["config", "keys", "lifecycle", "supervisor"],
    lifecycle: [
      "config",
      "keys",
      "supervisor",
      "database",
      "gateway",
      "rest",
      "auth",
      "storage",
      "realtime",
      "functions",
      "mailbox",
    ],
    mailbox: ["gateway"],
    functions: ["config", "supervisor", "database", "gateway"],
    realtime: ["config", "keys", "database", "gateway"],
    storage: ["config", "keys", "database", "gateway"],
    auth: ["config", "keys", "database", "gateway"],
    rest: ["config", "supervisor", "gateway"],
    gateway: ["config", "keys", "database"],
    database: ["config", "keys", "supervisor"],
    supervisor: ["config"],
    keys: ["config"],
    config: [],
  },
};

const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;
const isTest = (file) => /\.(test|test-d)\.tsx?$/.test(file);

export function relativeImports(file, text) {
  return [...text.matchAll(IMPORT)]
    .map((match) => match[1])
    .filter((target) => target.startsWith("."))
    .map((target) => normalize(join(dirname(file), target)));
}

/**
 * Returns the first folder of a path below `base`, or the name of a file directly in `base`.
 * Returns undefined for a path outside.
 */
function placeOf(base, path) {
  if (!path.startsWith(base + sep)) return undefined;
  const [name, ...rest] = path.slice(base.length + 1).split(sep);
  return rest.length > 0 ? name : name.replace(/\.js$/, ".ts");
}

export function checkPackage(base, rules, files) {
  const problems = [];
  const nameOf = (place) => (place.includes(".") ? place : `${place}/`);
  for (const [file, text] of files) {
    if (isTest(file)) continue;
    const from = placeOf(base, file);
    const allowed = rules[from];
    if (!allowed) {
      problems.push(
        from.includes(".")
          ? `${file}: ${from} is not a known root file of ${base}. Move it into a folder.`
          : `${file}: ${base}/${from} is not a known folder. Name what it may import in scripts/check-structure.mjs, or move the file.`,
      );
      continue;
    }
    for (const target of relativeImports(file, text)) {
      const to = placeOf(base, target);
      if (to && to !== from && !allowed.includes(to)) {
        problems.push(
          `${file}: ${nameOf(from)} may not import ${nameOf(to)}. It may import ${allowed.join(", ") || "nothing else"}; pass what it needs as an argument.`,
        );
      }
    }
  }
  return problems;
}

function featureProblem(file, path) {
  if (path.length === 1) return `${file}: a feature is a folder; move ${path[0]} into one.`;
  const [, first, second, ...deeper] = path;
  if (first === "components" && second !== undefined) return undefined;
  if (second !== undefined) {
    if (deeper.length === 0 && !file.endsWith(".tsx")) return undefined;
    return `${file}: a sub-noun folder holds plain .ts files and no folders; components belong in components/.`;
  }
  if (FEATURE_FILES.includes(first.replace(/\.test\.tsx?$/, ".ts"))) return undefined;
  return `${file}: a feature holds ${FEATURE_FILES.join(", ")}, components/ and one sub-noun folder. Put this code where its kind belongs.`;
}

export function checkFeatureFiles(base, files) {
  const folders = new Map();
  const problems = files.flatMap((file) => {
    const path = file.slice(base.length + 1).split(sep);
    const [feature, first, second] = path;
    if (second !== undefined && first !== "components") {
      folders.set(feature, (folders.get(feature) ?? new Set()).add(first));
    }
    return featureProblem(file, path) ?? [];
  });
  for (const [feature, names] of folders) {
    if (names.size > 1) {
      problems.push(
        `${feature}: has the folders ${[...names].join(", ")}. Next to components/, a feature has one; split the feature, or merge them.`,
      );
    }
  }
  return problems;
}

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const JSX = /\/>|<\/[\w.]*>/;

function needsJsx(file) {
  if (isTest(file)) return false;
  const folders = dirname(file).split(sep);
  if (folders.includes("components")) {
    const isShared = folders.at(-1) === "components" && !folders.includes("features");
    return !(isShared && basename(file) === "strings.ts");
  }
  return folders.includes("_components") && basename(file) !== "strings.ts";
}

/**
 * Requires JSX in `components` and `_components`, except in tests, in `_components/strings.ts` and
 * in the `strings.ts` of the shared components.
 */
export function checkComponents(files) {
  return files
    .filter(
      ([file, text]) =>
        needsJsx(file) && !(file.endsWith(".tsx") && JSX.test(text.replace(COMMENT, ""))),
    )
    .map(([file]) =>
      dirname(file).split(sep).includes("components")
        ? `${file}: components/ holds files with JSX. Move this one to a folder of lib, to the feature or to its sub-noun folder.`
        : `${file}: _components/ holds files with JSX, and strings.ts. Move this one to a folder of lib, to its feature or next to its route.`,
    );
}

export function checkLib(base, files) {
  return files
    .filter((file) => dirname(file) === base)
    .map(
      (file) => `${file}: lib/ holds folders only. Move this file into the folder of its topic.`,
    );
}

/** The folders of the web app's `src`. A folder may import only the folders before it. */
const LAYERS = ["lib", "components", "features", "app"];
const LAYER_IMPORT = /(?:from|import)\s*\(?\s*["']@\/(\w+)\//g;

export function checkLayers(base, files) {
  return files.flatMap(([file, text]) => {
    const from = placeOf(base, file);
    const upper = LAYERS.slice(LAYERS.indexOf(from) + 1);
    if (isTest(file) || !LAYERS.includes(from)) return [];
    const imported = new Set([...text.matchAll(LAYER_IMPORT)].map((match) => match[1]));
    return upper
      .filter((layer) => imported.has(layer))
      .map(
        (layer) =>
          `${file}: ${from}/ may not import ${layer}/. Move what both need to ${from}, or pass it as an argument.`,
      );
  });
}

const HOOK = /^(?:export )?(?:function|const) (use[A-Z]\w*)/;
const MAX_HOOK_LINES = 40;

/** Logic of a long hook belongs in a plain function, which a test can call without React. */
export function checkHooks(files) {
  return files.flatMap(([file, text]) => {
    if (isTest(file)) return [];
    const lines = text.split("\n");
    return lines.flatMap((line, start) => {
      const name = HOOK.exec(line)?.[1];
      if (!name || line.endsWith(";")) return [];
      const length = lines.slice(start).findIndex((each) => /^[})\]]+;?$/.test(each)) + 1;
      return length > MAX_HOOK_LINES
        ? [
            `${file}: ${name} has ${length} lines. A hook has at most ${MAX_HOOK_LINES}; move its logic to a function without React.`,
          ]
        : [];
    });
  });
}

/** Matches a call without a locale, whose result would depend on the machine. */
const NO_LOCALE =
  /\.localeCompare\((?:[^(),]|\([^()]*\))*\)|\.toLocale\w*\(\)|\bIntl\.\w+\((?:undefined\b|\)(?!\.resolvedOptions))/;

export function checkLocales(files) {
  return files.flatMap(([file, text]) => {
    const call = NO_LOCALE.exec(text)?.[0];
    return call ? [`${file}: name the locale in ${call}, for example "en".`] : [];
  });
}

/** Returns the nodes of a cycle, with the first node again at the end. */
export function findCycle(edges) {
  const state = new Map();
  const path = [];
  const visit = (node) => {
    if (state.get(node) === "done") return undefined;
    if (state.get(node) === "open") return [...path.slice(path.indexOf(node)), node];
    state.set(node, "open");
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    state.set(node, "done");
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node);
    if (cycle) return cycle;
  }
  return undefined;
}

export function featureEdges(base, files) {
  const edges = new Map();
  for (const [file, text] of files) {
    if (isTest(file)) continue;
    const from = file.slice(base.length + 1).split(sep)[0];
    const targets = edges.get(from) ?? new Set();
    for (const match of text.matchAll(/["']@\/features\/([^/"']+)/g)) {
      if (match[1] !== from) targets.add(match[1]);
    }
    edges.set(from, targets);
  }
  return edges;
}

/**
 * The only file in the SDK's folders `session` and `server` that may send requests, so that no
 * request follows a redirect.
 */
const SENDER = "session/auth-transport.ts";
const SEND = /(?<![\w.])fetch\(|\b(?:runtime|globalThis)\??\.fetch\b/;

export function checkAuthCalls(base, files) {
  return files
    .filter(([file, text]) => {
      const path = file.slice(base.length + 1).replaceAll(sep, "/");
      if (isTest(file) || path === SENDER || !/^(?:server|session)\//.test(path)) return false;
      return text.split("\n").some((line) => !/^\s*(?:\*|\/[/*])/.test(line) && SEND.test(line));
    })
    .map(([file]) => `${file}: sends a request directly; use sendAuth of ${SENDER}.`);
}

function read(base, pattern = "**/*.{ts,tsx}") {
  return globSync(`${base}/${pattern}`, { cwd: root })
    .sort()
    .map((file) => [file, readFileSync(join(root, file), "utf8")]);
}

function checkSupabase() {
  const schemas = read("supabase/schemas", "*.sql");
  return [
    ...checkSchemas(schemas),
    ...checkPolicyTexts(read("supabase/migrations", "*.sql")),
    ...checkFunctionTests(
      schemas.map(([file]) => file),
      globSync("supabase/tests/functions/*.test.ts", { cwd: root }),
    ),
  ];
}

function main() {
  const features = normalize("apps/web/src/features");
  const lib = normalize("apps/web/src/lib");
  const featureSources = read(features);
  const problems = Object.entries(PACKAGE_RULES).flatMap(([base, rules]) =>
    checkPackage(normalize(base), rules, read(base)),
  );
  problems.push(
    ...checkFeatureFiles(
      features,
      featureSources.map(([file]) => file),
    ),
    ...checkComponents(read("apps/web/src")),
    ...checkLib(
      lib,
      read(lib).map(([file]) => file),
    ),
    ...checkLayers(normalize("apps/web/src"), read("apps/web/src")),
    ...checkLocales(read("apps/web/src")),
    ...checkHooks(read("apps/web/src")),
  );
  const cycle = findCycle(featureEdges(features, featureSources));
  if (cycle) {
    problems.push(
      `Features import each other in a circle: ${cycle.join(" → ")}. Move what both need into the one that owns the noun.`,
    );
  }
  const sdk = normalize("packages/backend-client/src");
  problems.push(...checkAuthCalls(sdk, read(sdk)), ...checkSupabase());
  for (const problem of problems) console.error(problem);
  if (problems.length === 0)
    console.log(`Structure: ${featureSources.length} feature files in place.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
