import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { cleanEnvironment } from "../../backend-client/test/consumers/package.ts";
import { folderOf, type Target } from "./targets.ts";

export interface App {
  origin: string;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

interface Project {
  url: string;
  key: string;
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-(pid ?? 0), name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function stop(app: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signal(app, "SIGTERM");
  await ended;
  // Kill the children that ignored SIGTERM.
  signal(app, "SIGKILL");
}

/**
 * Starts the app and waits until it prints its address. If the app exits before that, throws an
 * error with its output.
 */
export async function serve(
  target: Target,
  { url, key }: Project,
  options: { port?: number; onOutput?: (text: string) => void } = {},
): Promise<App> {
  const port = options.port ?? (await findFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const { command, args, env } = target.serve({ port, url, key });
  const app = spawn(command, args, {
    cwd: folderOf(target),
    env: {
      ...cleanEnvironment(),
      NODE_ENV: "production",
      PORT: `${port}`,
      HOST: "127.0.0.1",
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: key,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = once(app, "close");
  let output = "";
  try {
    await new Promise<void>((done, refuse) => {
      const read = (chunk: Buffer) => {
        options.onOutput?.(`${chunk}`);
        output += chunk;
        if (output.includes(`:${port}`)) done();
      };
      app.stdout.on("data", read);
      app.stderr.on("data", read);
      ended.then(() => refuse(new Error(`${target.name} ended.\n${output}`)), refuse);
    });
  } catch (error) {
    await stop(
      app,
      ended.catch(() => undefined),
    );
    throw error;
  }
  return { origin, ended, stop: () => stop(app, ended) };
}
