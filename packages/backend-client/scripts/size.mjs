import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const KILOBYTE = 1000;

const PEER_BYTES = 64.5 * KILOBYTE;
const PEER_SHARE = 0.15;

const REACT = ["react", "react-dom", "next"];
const NODE = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];
const BROWSER_NEVER = [
  "@supabase/auth-js",
  "@supabase/ssr",
  "@supabase/supabase-js",
  "jose",
  "server-only",
];
const SUPABASE = [
  ...["@supabase/auth-js", "@supabase/functions-js", "@supabase/phoenix"],
  ...["@supabase/postgrest-js", "@supabase/realtime-js", "@supabase/ssr"],
  ...["@supabase/storage-js", "@supabase/supabase-js"],
];
const LAZY = [
  "@supabase/postgrest-js",
  "@supabase/realtime-js",
  "@supabase/phoenix",
  "tus-js-client",
];

/**
 * `external`: packages that the consumer provides. `never`: packages that must appear neither as an
 * import nor as code. `lazy`: packages that must not be in the files that load first. `chunks`:
 * budgets of dynamic imports. All budgets are in gzip bytes.
 */
const ENTRIES = [
  {
    name: ".",
    files: ["index.js"],
    platform: "neutral",
    budget: 3.7 * KILOBYTE,
    never: [...BROWSER_NEVER, ...REACT, ...NODE, "@supabase/postgrest-js", ...LAZY],
  },
  {
    name: "./server",
    files: ["server/index.js"],
    platform: "node",
    never: [...REACT, "server-only", "tus-js-client"],
    lazy: SUPABASE,
  },
  {
    name: "./node",
    files: ["node/index.js"],
    platform: "node",
    never: [...REACT, "server-only", "@supabase/ssr", "jose"],
  },
  {
    name: "./service",
    files: ["service/index.js"],
    platform: "node",
    never: [...REACT, "server-only", "@supabase/ssr", "tus-js-client"],
    lazy: SUPABASE,
  },
  {
    name: "./next",
    files: ["next/index.js"],
    platform: "node",
    external: [...REACT, "server-only"],
    never: ["react-dom", "tus-js-client"],
    lazy: SUPABASE,
  },
  {
    name: "./browser",
    files: ["browser/index.js"],
    platform: "browser",
    budget: 7.8 * KILOBYTE,
    never: [...BROWSER_NEVER, ...REACT, ...NODE],
    lazy: LAZY,
    chunks: { passkeys: 2 * KILOBYTE },
  },
  {
    name: "./react",
    files: ["react/index.js"],
    platform: "browser",
    external: ["react"],
    budget: 9.4 * KILOBYTE,
    never: [...BROWSER_NEVER, ...NODE, "react-dom", "next"],
    lazy: LAZY,
  },
  {
    name: "./otel",
    files: ["otel/index.js"],
    platform: "neutral",
    external: ["@opentelemetry/api"],
    never: [...REACT, ...NODE, ...BROWSER_NEVER, ...LAZY],
  },
  {
    // No budget, because browsers never download test code.
    name: "./testing",
    files: ["testing/index.js"],
    platform: "neutral",
    never: [
      ...[...REACT, ...NODE],
      ...[...BROWSER_NEVER, ...LAZY].filter(
        (name) => name !== "jose" && name !== "@supabase/postgrest-js",
      ),
    ],
    lazy: SUPABASE,
  },
  {
    name: "./testing (node)",
    files: ["testing/index.js"],
    platform: "node",
    never: [
      ...REACT,
      ...[...BROWSER_NEVER, ...LAZY].filter(
        (name) => name !== "jose" && name !== "@supabase/postgrest-js",
      ),
    ],
    lazy: [...SUPABASE, "http", "node:http"],
  },
  {
    name: "./testing/next",
    files: ["testing/next/index.js"],
    platform: "node",
    external: [...REACT, "server-only"],
    never: ["react", "react-dom", "server-only", "tus-js-client", "@supabase/ssr"],
  },
  {
    name: "./testing/vitest",
    files: ["testing/vitest/index.js"],
    platform: "node",
    budget: 1.5 * KILOBYTE,
    never: [...REACT, ...BROWSER_NEVER, ...LAZY],
  },
  {
    name: "./testing/playwright",
    files: ["testing/playwright/index.js"],
    platform: "node",
    never: [...REACT, "server-only", "tus-js-client"],
    lazy: SUPABASE,
  },
  {
    name: "./browser + ./react",
    files: ["browser/index.js", "react/index.js"],
    platform: "browser",
    external: ["react"],
    budget: PEER_BYTES * PEER_SHARE,
    never: BROWSER_NEVER,
    lazy: LAZY,
  },
];

function packageOf(path) {
  const parts = path.split("node_modules/");
  if (parts.length === 1) return undefined;
  const [scope, name] = parts[parts.length - 1].split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

function packageOfSpecifier(specifier) {
  if (NODE.includes(specifier)) return specifier;
  const [scope, name] = specifier.split("/");
  return specifier.startsWith("@") ? `${scope}/${name}` : scope;
}

function firstLoad(outputs, entry) {
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind, external } of outputs[path].imports) {
      if (!external && kind === "import-statement") visit(next);
    }
  };
  visit(entry);
  return [...seen];
}

function checkChunks({ name, chunks = {} }, { outputs, first, sizeOf }) {
  return Object.entries(chunks).flatMap(([chunk, budget]) => {
    const main = Object.keys(outputs).find((path) =>
      outputs[path].entryPoint?.startsWith(`dist/${chunk}-`),
    );
    if (!main || first.includes(main)) return [`has no chunk ${chunk}`];
    const added = firstLoad(outputs, main).filter((path) => !first.includes(path));
    const bytes = sizeOf(added);
    const isFine = bytes <= budget;
    console.log(`${isFine ? "✓" : "✗"} ${name}, ${chunk}: ${bytes} of ${budget} bytes gzip`);
    return isFine ? [] : [`exceeds ${budget} bytes with ${chunk}`];
  });
}

async function check(entry) {
  const files = entry.files.map((file) => here(`../dist/${file}`));
  const missing = files.find((file) => !existsSync(file));
  if (missing) return [`${entry.name}: ${missing} is not built`];
  const result = await build({
    stdin: {
      contents: files
        .map((file, index) => `export * as e${index} from ${JSON.stringify(file)};`)
        .join("\n"),
      resolveDir: here(".."),
      sourcefile: "entry.js",
    },
    bundle: true,
    format: "esm",
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    outdir: "out",
    logLevel: "silent",
    target: "es2022",
    platform: entry.platform,
    mainFields: ["module", "main"],
    conditions: entry.platform === "browser" ? ["browser", "import"] : ["import"],
    external: [...(entry.external ?? []), ...(entry.platform === "node" ? REACT : [])],
  });
  const { inputs, outputs } = result.metafile;
  const main = Object.keys(outputs).find((path) => outputs[path].entryPoint);
  const first = firstLoad(outputs, main);
  const sizeOf = (paths) =>
    paths
      .map((path) => result.outputFiles.find((file) => file.path.endsWith(path)))
      .reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
  const bytes = sizeOf(first);

  const used = new Set(Object.keys(inputs).map(packageOf));
  for (const { imports } of Object.values(inputs)) {
    for (const { path, external } of imports) if (external) used.add(packageOfSpecifier(path));
  }
  const early = new Set(first.flatMap((path) => Object.keys(outputs[path].inputs)).map(packageOf));
  for (const { path, external, kind } of first.flatMap((file) => outputs[file].imports)) {
    if (external && kind === "import-statement") early.add(packageOfSpecifier(path));
  }
  const problems = [
    ...entry.never.filter((name) => used.has(name)).map((name) => `contains ${name}`),
    ...(entry.lazy ?? []).filter((name) => early.has(name)).map((name) => `loads ${name} first`),
  ];
  if (entry.budget && bytes > entry.budget) problems.push(`exceeds ${entry.budget} bytes`);
  const limit = entry.budget ? ` of ${Math.round(entry.budget)}` : "";
  console.log(`${problems.length ? "✗" : "✓"} ${entry.name}: ${bytes}${limit} bytes gzip`);
  problems.push(...checkChunks(entry, { outputs, first, sizeOf }));
  return problems.map((problem) => `${entry.name} ${problem}`);
}

const problems = [];
for (const entry of ENTRIES) problems.push(...(await check(entry)));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
