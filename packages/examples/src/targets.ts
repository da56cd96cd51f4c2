import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bunBinary,
  canFetchRuntimes,
  denoBinary,
} from "../../backend-client/conformance/runtimes.ts";

export const EXAMPLES = fileURLToPath(new URL("../../../examples", import.meta.url));

export interface Command {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface ServeOptions {
  port: number;
  /** URL and key of the backend, for a runtime that does not read environment variables. */
  url: string;
  key: string;
}

export interface Target {
  name: string;
  folder: string;
  prepare: readonly string[];
  /** Returns the command that serves the app on 127.0.0.1. The command runs in the app's folder. */
  serve(options: ServeOptions): Command;
  proxyHeaders?: Record<string, string>;
}

const node = (...args: string[]): Command => ({ command: process.execPath, args });

const hono = (runtime: string, serve: Target["serve"]): Target => ({
  name: `hono-${runtime}`,
  folder: "hono",
  prepare: ["typecheck", "build"],
  serve,
});

const DENO_FLAGS = ["--no-prompt", "--allow-net=127.0.0.1", "--allow-env", "--allow-read"];

const ALL: readonly Target[] = [
  {
    name: "express",
    folder: "express",
    prepare: ["typecheck"],
    serve: () => node("src/server.ts"),
  },
  {
    name: "next",
    folder: "next",
    prepare: ["build"],
    serve: ({ port }) =>
      node("node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", `${port}`),
  },
  {
    name: "react-router",
    folder: "react-router",
    prepare: ["typecheck", "build"],
    serve: () => node("node_modules/@react-router/serve/bin.cjs", "build/server/index.js"),
  },
  {
    name: "sveltekit",
    folder: "sveltekit",
    prepare: ["typecheck", "build"],
    serve: () => ({ ...node("build"), env: { PROTOCOL_HEADER: "x-forwarded-proto" } }),
    proxyHeaders: { "x-forwarded-proto": "http" },
  },
  hono("node", () => node("src/node.ts")),
  hono("bun", () => ({ command: bunBinary().path, args: ["src/bun.ts"] })),
  hono("deno", ({ port }) => ({
    command: denoBinary().path,
    args: ["serve", ...DENO_FLAGS, "--host=127.0.0.1", `--port=${port}`, "src/deno.ts"],
    env: { DENO_NO_UPDATE_CHECK: "1" },
  })),
  hono("workers", ({ port, url, key }) => ({
    ...node(
      ...["node_modules/wrangler/bin/wrangler.js", "dev", "--ip=127.0.0.1", `--port=${port}`],
      ...["--inspector-port=0", `--var=SUPABASE_URL:${url}`],
      `--var=SUPABASE_PUBLISHABLE_KEY:${key}`,
    ),
    env: { WRANGLER_SEND_METRICS: "false" },
  })),
];

/**
 * Skip the target `hono-bun` on platforms for which npm does not have the tested version of Bun.
 */
export const TARGETS = ALL.filter(({ name }) => name !== "hono-bun" || canFetchRuntimes);

export const folderOf = ({ folder }: Target): string => join(EXAMPLES, folder);

export function findTargets(words: readonly string[]): readonly Target[] {
  const matches = (word: string) =>
    TARGETS.filter(({ name, folder }) => word === name || word === folder);
  const unknown = words.find((word) => matches(word).length === 0);
  if (unknown !== undefined) {
    const names = new Set(TARGETS.flatMap(({ name, folder }) => [folder, name]));
    throw new Error(`Unknown example ${unknown}. The examples are ${[...names].join(", ")}.`);
  }
  return words.length === 0 ? TARGETS : [...new Set(words.flatMap(matches))];
}
