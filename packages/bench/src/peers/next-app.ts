import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./postgrest.ts";

export interface NextApp {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const NEXT = createRequire(import.meta.url).resolve("next/dist/bin/next");

function runNext(folder: string, parameters: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, [NEXT, ...parameters], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
    },
  });
}

export async function buildNextApp(name: string): Promise<string> {
  const folder = fileURLToPath(new URL(`../../fixture/${name}`, import.meta.url));
  rmSync(join(folder, ".next"), { recursive: true, force: true });
  const [code] = await once(runNext(folder, ["build"], {}), "exit");
  if (code !== 0) throw new Error(`next build of ${name} ended with ${code}.`);
  return folder;
}

export async function serveNextApp(folder: string, env: Record<string, string>): Promise<NextApp> {
  const port = await freePort();
  const child = runNext(folder, ["start", "-H", "127.0.0.1", "-p", String(port)], env);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/favicon.ico`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer && child.pid !== undefined) return { port, pid: child.pid, stop };
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`The app in ${folder} did not start.`);
    }
    await delay(50);
  }
}
