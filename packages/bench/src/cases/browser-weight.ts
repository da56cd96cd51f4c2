import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Figure } from "../report.ts";

const OURS = `
  export { createBrowserBackend } from "@dossier/backend-client/browser";
  export { BackendProvider, useBackend, useChannel, useSession, useUpload } from "@dossier/backend-client/react";
`;
const PEER = 'export { createBrowserClient } from "@supabase/ssr";';

interface Weight {
  /** Gzip bytes that the browser loads before the app calls the library. */
  first: number;
  /** Gzip bytes of all parts of the library, including those that load on first use. */
  all: number;
}

/** Measures a bundle without React, because the app already contains React. */
async function weigh(contents: string): Promise<Weight> {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
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
    platform: "browser",
    mainFields: ["browser", "module", "main"],
    conditions: ["browser", "import"],
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["react", "react/jsx-runtime"],
  });
  const gzip = new Map(
    outputFiles.map((file) => [basename(file.path), gzipSync(file.contents, { level: 9 }).length]),
  );
  const first = new Set<string>();
  const visit = (path: string): void => {
    if (first.has(path)) return;
    first.add(path);
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (!external && kind === "import-statement") visit(next);
    }
  };
  visit(Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint) ?? "");
  const sum = (paths: Iterable<string>): number =>
    [...paths].reduce((total, path) => total + (gzip.get(basename(path)) ?? 0), 0);
  return { first: sum(first), all: sum(gzip.keys()) };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export async function run(): Promise<Figure[]> {
  const ours = await weigh(OURS);
  const peer = await weigh(PEER);
  return [
    {
      id: "P7",
      name: "browser JavaScript, first load, gzip",
      ours: kilobytes(ours.first),
      peer: `createBrowserClient ${kilobytes(peer.first)}`,
      ratio: (100 * ours.first) / peer.first,
      goal: { bound: "<=", ratio: 25, unit: " %" },
      leavesOut: `excludes React, which the app has anyway, and the parts of ours that load with the first query, upload or channel (${kilobytes(ours.all)} with all parts)`,
    },
  ];
}
