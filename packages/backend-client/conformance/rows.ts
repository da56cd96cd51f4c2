import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Project } from "../test/consumers/package.js";
import { type App, startApp } from "./process.js";
import {
  type Binary,
  bunBinary,
  denoBinary,
  type NodeLine,
  nodeBinary,
  packageVersion,
  workerdBinary,
} from "./runtimes.js";

export interface Row {
  runtime: string;
  mode: string;
  version(): string;
  platform(): string;
  hasBuiltinModules?: boolean;
  hasFallback?: boolean;
  start(project: Project, variables: Record<string, string>): Promise<App>;
}

interface Program {
  binary: () => Binary;
  args: string[];
  userAgent: (version: string) => string;
  environment?: (project: Project) => Record<string, string>;
}

function program(
  runtime: string,
  { binary, args, userAgent, environment = () => ({}) }: Program,
): Row {
  return {
    runtime,
    mode: "",
    version: () => binary().version,
    platform: () => userAgent(binary().version),
    start: (project, variables) =>
      startApp(binary().path, args, {
        cwd: project.dir,
        variables: { ...environment(project), ...variables },
      }),
  };
}

function node(runtime: string, line: NodeLine): Row {
  return program(runtime, {
    binary: () => nodeBinary(line),
    args: ["node.js"],
    userAgent: (version) => `Node.js/${version.split(".")[0]}`,
  });
}

const DENO_FLAGS = ["--no-prompt", "--allow-net=127.0.0.1", "--allow-env", "--allow-read"];

const BUNDLES = {
  workerd: { platform: "browser", conditions: ["workerd", "worker", "browser"] },
  node: { platform: "node", conditions: ["node"] },
} as const;

interface WorkerdMode {
  bundle: keyof typeof BUNDLES;
  date: string;
  flags: readonly string[];
}

/** From this compatibility date on, workerd offers Node's modules by default. */
const SINCE = "2026-08-04";

export const WITH_NODE: WorkerdMode = { bundle: "workerd", date: SINCE, flags: [] };
export const WITHOUT_NODE: WorkerdMode = {
  ...WITH_NODE,
  flags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
};

function configOf(
  { date, flags }: WorkerdMode,
  file: string,
  variables: Record<string, string>,
): string {
  const text = JSON.stringify;
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
  );
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "loopback", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
);
const app :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed ${text(file)})],
  compatibilityDate = ${text(date)},
  compatibilityFlags = [${flags.map((flag) => text(flag))}],
  bindings = [${bindings}],
  globalOutbound = "loopback",
);
`;
}

export async function startWorkerd(
  project: Project,
  mode: WorkerdMode,
  variables: Record<string, string>,
): Promise<App> {
  const name = crypto.randomUUID();
  await build({
    entryPoints: [join(project.dir, "worker.js")],
    outfile: join(project.dir, `${name}.mjs`),
    bundle: true,
    format: "esm",
    ...BUNDLES[mode.bundle],
    conditions: [...BUNDLES[mode.bundle].conditions],
    logLevel: "silent",
  });
  const file = join(project.dir, `${name}.capnp`);
  writeFileSync(file, configOf(mode, `${name}.mjs`, variables));
  return startApp(workerdBinary().path, ["serve", file, "--control-fd=3"], {
    cwd: project.dir,
    variables: {},
    isWorkerd: true,
  });
}

function worker(
  mode: string,
  facts: Pick<Row, "hasBuiltinModules" | "hasFallback">,
  settings: WorkerdMode,
): Row {
  return {
    runtime: "workerd",
    mode,
    version: () => workerdBinary().version,
    platform: () => "Cloudflare-Workers",
    ...facts,
    start: (project, variables) => startWorkerd(project, settings, variables),
  };
}

const NEXT = "node_modules/next/dist/bin/next";

const nextEdge: Row = {
  runtime: "Next",
  mode: '`runtime = "edge"`',
  version: () => packageVersion("next"),
  platform: () => "edge-runtime",
  async start(project, variables) {
    await project.run(process.execPath, NEXT, "build");
    return startApp(process.execPath, [NEXT, "start", "-H", "127.0.0.1", "-p", "0"], {
      cwd: project.dir,
      variables: { ...variables, NEXT_TELEMETRY_DISABLED: "1" },
    });
  },
};

export const ROWS: readonly Row[] = [
  node("Node 22", "node22"),
  node("Node 24", "node24"),
  node("Node 26", "node26"),
  program("Bun", {
    binary: bunBinary,
    args: ["bun.js"],
    userAgent: (version) => `Bun/${version}`,
  }),
  program("Deno", {
    binary: denoBinary,
    args: ["run", ...DENO_FLAGS, "deno.js"],
    userAgent: (version) => `Deno/${version}`,
    environment: ({ dir }) => ({ DENO_DIR: join(dir, ".deno"), DENO_NO_UPDATE_CHECK: "1" }),
  }),
  worker(`\`nodejs_compat\`, the default since ${SINCE}`, {}, WITH_NODE),
  worker("`no_nodejs_compat`", { hasBuiltinModules: false }, WITHOUT_NODE),
  worker(
    "compatibility date 2026-08-03",
    { hasBuiltinModules: false },
    { ...WITH_NODE, date: "2026-08-03" },
  ),
  worker(
    "the build for Node, as from OpenNext",
    { hasFallback: true },
    { ...WITH_NODE, bundle: "node" },
  ),
  nextEdge,
];
