// Checks the shape of the tree: what a feature may contain, which folder may import which, which file may
// call the auth service, and that the schema files define every object once.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { checkFunctionTests, checkPolicyTexts, checkSchemas } from "./check-schemas.mjs";
import { root } from "./toolchain.mjs";

/** Files a feature of the web app may hold, each with its place in the flow. */
const FEATURE_FILES = [
  "schema.ts",
  "types.ts",
  "permissions.ts",
  "strings.ts",
  "queries.ts",
  "mutations.ts",
  "loaders.ts",
  "actions.ts",
  "hooks.ts",
];

/**
 * Files beside these: one concept each that is none of the kinds above. The list may only shrink;
 * a name that no file has any more is refused.
 */
const EXCEPTIONS = [
  "export/archive.ts",
  "export/documents.ts",
  "export/names.ts",
  "export/plan.ts",
  "files/sending.ts",
  "files/unfinished.ts",
  "requests/compare.ts",
  "requests/edit-actions.ts",
];

/** For each folder of a package's `src`: the sibling folders it may import. */
export const PACKAGE_RULES = {
  "packages/backend-client/src": {
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
    next: ["config", "errors", "cookies", "session", "server"],
    browser: ["config", "errors", "session", "data", "storage", "realtime", "functions"],
    react: ["config", "errors", "session", "browser", "storage", "realtime", "functions"],
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
      "browser",
    ],
  },
  "packages/local-backend/src": {
    rest: ["database", "supervisor"],
    auth: ["database"],
    storage: ["database"],
    realtime: ["database"],
    functions: ["database", "supervisor"],
    mailbox: ["database"],
    database: ["supervisor"],
    supervisor: [],
    gateway: [],
  },
};

const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;
const isTest = (file) => /\.(test|test-d)\.tsx?$/.test(file);

/** Relative imports of a source text, resolved against the file that holds them. */
export function relativeImports(file, text) {
  return [...text.matchAll(IMPORT)]
    .map((match) => match[1])
    .filter((target) => target.startsWith("."))
    .map((target) => normalize(join(dirname(file), target)));
}

/** Sentences for imports between folders of one package that its rules do not allow. */
export function checkPackage(base, rules, files) {
  const problems = [];
  const folderOf = (path) => {
    const rest = path.startsWith(base + sep) ? path.slice(base.length + 1).split(sep) : [];
    return rest.length > 1 ? rest[0] : undefined;
  };
  for (const [file, text] of files) {
    const from = folderOf(file);
    if (!from || isTest(file)) continue;
    if (!rules[from]) {
      problems.push(
        `${file}: ${base}/${from} is not a known folder. Name what it may import in scripts/check-structure.mjs, or move the file.`,
      );
      continue;
    }
    for (const target of relativeImports(file, text)) {
      const to = folderOf(target);
      if (to && to !== from && !rules[from].includes(to)) {
        problems.push(
          `${file}: ${from}/ may not import ${to}/. It may import ${rules[from].join(", ") || "nothing else"}; pass what it needs as an argument.`,
        );
      }
    }
  }
  return problems;
}

/** Sentences for files that have no place in a feature. */
export function checkFeatureFiles(base, files, exceptions = []) {
  const unused = new Set(exceptions);
  const problems = files.flatMap((file) => {
    const [feature, ...rest] = file.slice(base.length + 1).split(sep);
    if (rest.length === 0) return [`${file}: a feature is a folder; move ${feature} into one.`];
    if (rest[0] === "components") return [];
    const name = rest.join("/").replace(/\.test\.tsx?$/, ".ts");
    if (FEATURE_FILES.includes(name)) return [];
    if (exceptions.includes(`${feature}/${name}`)) {
      unused.delete(`${feature}/${name}`);
      return [];
    }
    return [
      `${file}: a feature holds ${FEATURE_FILES.join(", ")} and components/. Put this code where its kind belongs.`,
    ];
  });
  for (const name of unused) {
    problems.push(`${name} is gone: take it out of the exceptions in scripts/check-structure.mjs.`);
  }
  return problems;
}

/** A cycle between features as a sentence, or nothing. */
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

/** Which feature imports which, from `@/features/…` imports. */
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

/** The only file of the session core that may send a request. */
const SENDER = "session/send-auth.ts";
const SEND = /(?<![\w.])fetch\(|\b(?:runtime|globalThis)\??\.fetch\b/;

/**
 * Sentences for files in `server/` and `session/` that send requests themselves: calls of the auth
 * service go through one function, which follows no redirect and is the only proof of a call.
 */
export function checkAuthCalls(base, files) {
  return files
    .filter(([file, text]) => {
      const path = file.slice(base.length + 1).replaceAll(sep, "/");
      if (isTest(file) || path === SENDER || !/^(?:server|session)\//.test(path)) return false;
      return text.split("\n").some((line) => !/^\s*(?:\*|\/[/*])/.test(line) && SEND.test(line));
    })
    .map(([file]) => `${file}: sends a request by itself; use sendAuth of ${SENDER}.`);
}

/** Which source file of a package imports which, types included. */
export function fileEdges(files) {
  const names = new Set(files.map(([file]) => file));
  const sourceOf = (target) =>
    [".ts", ".tsx"].map((end) => target.replace(/\.js$/, end)).find((name) => names.has(name));
  return new Map(
    files
      .filter(([file]) => !isTest(file))
      .map(([file, text]) => [file, relativeImports(file, text).map(sourceOf).filter(Boolean)]),
  );
}

function checkSdk() {
  const base = normalize("packages/backend-client/src");
  const files = read(base);
  const problems = checkAuthCalls(base, files);
  const cycle = findCycle(fileEdges(files));
  if (cycle) {
    problems.push(
      `Files import each other in a circle: ${cycle.join(" → ")}. Move the types that both need into a file of their own.`,
    );
  }
  return problems;
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
  const featureSources = read(features);
  const problems = Object.entries(PACKAGE_RULES).flatMap(([base, rules]) =>
    checkPackage(normalize(base), rules, read(base)),
  );
  problems.push(
    ...checkFeatureFiles(
      features,
      featureSources.map(([file]) => file),
      EXCEPTIONS,
    ),
  );
  const cycle = findCycle(featureEdges(features, featureSources));
  if (cycle) {
    problems.push(
      `Features import each other in a circle: ${cycle.join(" → ")}. Move what both need into the one that owns the noun.`,
    );
  }
  problems.push(...checkSdk(), ...checkSupabase());
  for (const problem of problems) console.error(problem);
  if (problems.length === 0)
    console.log(`Structure: ${featureSources.length} feature files in place.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
