import { request as httpRequest, STATUS_CODES } from "node:http";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { endToEndHeaders, toResponse } from "./relay.ts";

interface TunnelOptions {
  port: number;
  path: string;
  headers: Record<string, string>;
  caller: Duplex;
  head: Buffer;
  /** Closes both connections. Used for the timeout and when the backend stops. */
  signal: AbortSignal;
  onClose(): void;
}

const HANDSHAKE = { connection: "Upgrade", upgrade: "websocket" };

/**
 * Connects both sides and returns undefined, or returns the worker's response if the worker
 * refuses.
 */
export function openTunnel(options: TunnelOptions): Promise<Response | undefined> {
  const { caller, head, signal, onClose } = options;
  // Omit `content-length`, because the request to the worker has no body.
  const { "content-length": _, ...headers } = options.headers;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: "127.0.0.1",
      port: options.port,
      path: options.path,
      headers: { ...headers, ...HANDSHAKE },
      // A WebSocket cannot share its connection with other requests.
      agent: false,
      signal,
    });
    const leave = () => outgoing.destroy();
    caller.once("close", leave);
    outgoing.on("error", reject);
    outgoing.once("response", (answer) => {
      answer.once("close", onClose);
      resolve(toResponse(answer, "GET"));
    });
    outgoing.once("upgrade", (answer, worker, first) => {
      caller.off("close", leave);
      caller.write(headOf(101, HANDSHAKE, endToEndHeaders(answer)), "latin1");
      caller.write(first);
      worker.write(head);
      connect(caller, worker, signal);
      worker.once("close", onClose);
      resolve(undefined);
    });
    outgoing.end();
  });
}

function connect(caller: Duplex, worker: Duplex, signal: AbortSignal): void {
  const end = () => {
    caller.destroy();
    worker.destroy();
  };
  signal.addEventListener("abort", end);
  worker.on("error", () => worker.destroy());
  worker.once("close", () => {
    caller.end();
    // Keep reading. Otherwise, Node would not notice the end of the caller's connection.
    caller.resume();
  });
  caller.once("close", () => {
    signal.removeEventListener("abort", end);
    worker.destroy();
  });
  caller.pipe(worker);
  worker.pipe(caller);
}

export async function refuseTunnel(caller: Duplex, response: Response): Promise<void> {
  // Close the connection even if the caller does not.
  caller.once("finish", () => caller.destroy());
  // Read the rest of the caller's data. Otherwise, closing could discard the response.
  caller.resume();
  caller.write(headOf(response.status, { connection: "close" }, response.headers), "latin1");
  if (response.body === null) caller.end();
  else await pipeline(Readable.fromWeb(response.body as NodeReadableStream), caller);
}

function headOf(status: number, own: Record<string, string>, headers: Headers): string {
  const lines = [...Object.entries(own), ...headers].map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines].join("\r\n")}\r\n\r\n`;
}
