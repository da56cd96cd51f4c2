import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineBackend, unwrap } from "@dossier/backend-client";
import { createSessionServer } from "@dossier/backend-client/server";
import { createMemoryJar } from "@dossier/backend-client/testing";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { serveNextApp } from "../peers/next-app.ts";
import { type Figure, formatNumber } from "../report.ts";
import { addAcceptedFiles } from "../scene/accepted-files.ts";

const FILES = 500;
const FILE_BYTES = 2_000_000;
const MAX_MS = 1_000;
const MAX_MEMORY_BYTES = 150_000_000;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Returns bytes: `VmRSS` is the current memory, `VmHWM` the peak since the last reset. */
function memoryOf(pid: number, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
}

async function signIn({ urls, keys }: LocalBackend): Promise<string> {
  const project = defineBackend({ url: urls.api, anonKey: keys.publishable });
  const jar = createMemoryJar();
  const { auth } = createSessionServer(project).open({ cookies: jar });
  const credentials = { email: "olivia@harbour.example", password: "dossier-demo" };
  unwrap(await auth.signInWithPassword(credentials));
  return jar.header();
}

async function download(url: string, cookie: string) {
  const askedAt = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const reader = answer.body?.getReader();
  if (answer.status !== 200 || !reader) throw new Error(`The export returned ${answer.status}.`);
  let bytes = (await reader.read()).value?.byteLength ?? 0;
  const firstByteMs = performance.now() - askedAt;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
  }
  return { firstByteMs, bytes, seconds: (performance.now() - askedAt) / 1000 };
}

export async function run(): Promise<Figure[]> {
  const web = here("../../../../apps/web");
  if (!existsSync(join(web, ".next/build-manifest.json"))) {
    throw new Error("The web app is not built: run `pnpm build` first.");
  }
  const backend = await startLocalBackend({
    dir: here("../../../../supabase"),
    memory: true,
    seed: true,
    ports: { api: 0, db: 0 },
  });
  try {
    const app = await serveNextApp(web, {
      NEXT_PUBLIC_SUPABASE_URL: backend.urls.api,
      NEXT_PUBLIC_SUPABASE_ANON_KEY: backend.keys.publishable,
    });
    try {
      const cookie = await signIn(backend);
      const few = await addAcceptedFiles(backend, { count: 20, fileBytes: FILE_BYTES });
      const url = `http://127.0.0.1:${app.port}/o/${few.slug}/requests/${few.requestId}/export`;
      // Do not measure the first download, in which the server loads and compiles its code.
      await download(url, cookie);
      const more = await addAcceptedFiles(backend, { count: FILES - 20, fileBytes: FILE_BYTES });
      writeFileSync(`/proc/${app.pid}/clear_refs`, "5");
      const before = memoryOf(app.pid, "VmRSS");
      const zip = await download(url, cookie);
      const peak = memoryOf(app.pid, "VmHWM");
      if (zip.bytes < few.bytes + more.bytes) throw new Error("The ZIP is shorter than its files.");
      const size = `${formatNumber(zip.bytes / 1e9)} GB`;
      const leavesOut =
        "excludes the network and the reader's disk, because both programs run on one machine and the ZIP is not stored";
      return [
        {
          id: "P12",
          name: `export of ${FILES} files, ${size}, until the first byte`,
          ours: `${formatNumber(zip.firstByteMs)} ms`,
          peer: `limit ${MAX_MS} ms`,
          ratio: zip.firstByteMs / MAX_MS,
          goal: { bound: "<=", ratio: 1, unit: "×" },
          leavesOut,
          comparisons: [
            `the whole ZIP in ${formatNumber(zip.seconds)} s, ${formatNumber(zip.bytes / 1e6 / zip.seconds)} MB/s`,
          ],
        },
        {
          id: "P12",
          name: `export of ${FILES} files, ${size}, growth of the web server's memory`,
          ours: `${formatNumber((peak - before) / 1e6)} MB`,
          peer: `limit ${MAX_MEMORY_BYTES / 1e6} MB`,
          ratio: (peak - before) / MAX_MEMORY_BYTES,
          goal: { bound: "<=", ratio: 1, unit: "×" },
          leavesOut,
          comparisons: [
            `memory before ${formatNumber(before / 1e6)} MB, at most ${formatNumber(peak / 1e6)} MB (VmHWM)`,
          ],
        },
      ];
    } finally {
      await app.stop();
    }
  } finally {
    await backend.stop();
  }
}
