import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { cleanEnvironment } from "../test/consumers/package.js";

export interface App {
  origin: string;
  stop(): Promise<void>;
}

interface StartOptions {
  cwd: string;
  variables: Record<string, string>;
  isWorkerd?: boolean;
}

function originIn(line: string, isWorkerd: boolean): string | undefined {
  if (!isWorkerd) return /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  const { event, port } = JSON.parse(line) as { event: string; port: number };
  return event === "listen" ? `http://127.0.0.1:${port}` : undefined;
}

async function readOrigin(server: ChildProcess, isWorkerd: boolean): Promise<string> {
  const written: string[] = [];
  server.stderr?.on("data", (chunk) => written.push(String(chunk)));
  const lines = createInterface(server.stdio[isWorkerd ? 3 : 1] as Readable);
  for await (const line of lines) {
    written.push(`${line}\n`);
    const origin = originIn(line, isWorkerd);
    if (origin) return origin;
  }
  throw new Error(`The program ended without listening.\n${written.join("")}`);
}

export async function startApp(
  command: string,
  args: string[],
  { cwd, variables, isWorkerd = false }: StartOptions,
): Promise<App> {
  const server = spawn(command, args, {
    cwd,
    env: { ...cleanEnvironment(), ...variables },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const origin = await readOrigin(server, isWorkerd);
  server.stdout?.resume();
  return {
    origin,
    async stop() {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, "exit");
    },
  };
}
