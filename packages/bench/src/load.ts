// Uses no HTTP library, which would take CPU time from the measured server on the same machine.
import { connect } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export interface Load {
  port: number;
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  connections: number;
  milliseconds: number;
}

export interface Answers {
  count: number;
  perSecond: number;
}

export async function requestsPerSecond(load: Load): Promise<number> {
  return (await sendLoad(load)).perSecond;
}

export function sendLoad(load: Load): Promise<Answers> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: load });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/**
 * Returns whether the text is a complete response, with a content length or in chunks. Throws if
 * the status is not 200.
 */
export function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const head = text.slice(0, end).toLowerCase();
  if (!head.startsWith("http/1.1 200 ")) throw new Error(`Answered ${text.slice(0, 200)}`);
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return text.endsWith("\r\n0\r\n\r\n");
}

async function generate(load: Load): Promise<Answers> {
  const { port, paths, headers, connections, milliseconds } = load;
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines}\r\n`);
  let sent = 0;
  let answered = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + milliseconds;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true).setEncoding("latin1");
      let received = "";
      const next = (): void => {
        if (performance.now() >= endsAt) {
          socket.destroy();
          resolve();
          return;
        }
        received = "";
        socket.write(requests[sent % requests.length] ?? "");
        sent += 1;
      };
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("data", (chunk: string) => {
        received += chunk;
        try {
          if (!isWhole(received)) return;
        } catch (error) {
          socket.destroy();
          reject(error);
          return;
        }
        answered += 1;
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return { count: answered, perSecond: answered / ((performance.now() - startedAt) / 1000) };
}

if (!isMainThread && parentPort) parentPort.postMessage(await generate(workerData as Load));
