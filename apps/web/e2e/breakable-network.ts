import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

const UPLOADS = "/storage/v1/upload/resumable";

export type UploadRequest = {
  method: string;
  /** Offset in bytes. Null for the request that creates the upload. */
  offset: number | null;
  bytes: number;
  token: string;
  /** Status of the response. Null if the connection was cut before the response arrived. */
  status: number | null;
};

type Match = (url: URL, method: string) => boolean;

export type Hold = {
  first: Promise<void>;
  release: () => void;
};

export type BreakableNetwork = {
  server: string;
  uploads: UploadRequest[];
  cuts: number;
  /** Cuts all connections when the total of uploaded bytes reaches each of these numbers. */
  cutAt: (uploadBytes: readonly number[]) => void;
  /** Closes every connection. New connections work. */
  cut: () => void;
  /** Closes every connection and accepts no new one until the returned function is called. */
  goDown: () => () => void;
  answerOnce: (status: number, matches: Match) => void;
  hold: (matches: Match) => Hold;
  close: () => Promise<void>;
};

export function bytesSent({ uploads }: BreakableNetwork): number {
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0);
}

export async function openNetwork(): Promise<BreakableNetwork> {
  const sockets = new Set<Socket>();
  const agent = new Agent({ keepAlive: true });
  const holds = new Set<{ matches: Match; wait: () => Promise<void> }>();
  const answers: { status: number; matches: Match }[] = [];
  let cutPoints: number[] = [];
  let isDown = false;

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? "");
    const method = incoming.method ?? "GET";
    for (const { matches, wait } of [...holds]) if (matches(url, method)) await wait();
    const at = answers.findIndex(({ matches }) => matches(url, method));
    const [answer] = at < 0 ? [] : answers.splice(at, 1);
    const { "proxy-connection": _, ...headers } = incoming.headers;
    const passing = watch(incoming, url, method);
    if (answer) {
      if (passing) passing.status = answer.status;
      return refuse(incoming, outgoing, answer.status);
    }
    const upstream = request(url, { method, headers, agent });
    upstream.on("response", (answer) => {
      if (passing) passing.status = answer.statusCode ?? null;
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  };

  /** Reads the whole body first, as a service that parses the body does. */
  function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number): void {
    const origin = incoming.headers.origin ?? "*";
    incoming.resume().on("end", () => {
      outgoing.writeHead(status, { "access-control-allow-origin": origin }).end();
    });
  }

  function watch(incoming: IncomingMessage, url: URL, method: string): UploadRequest | undefined {
    if (!url.pathname.startsWith(UPLOADS) || !["POST", "PATCH"].includes(method)) return;
    const offset = incoming.headers["upload-offset"];
    const passing: UploadRequest = {
      method,
      offset: method === "PATCH" ? Number(offset) : null,
      bytes: 0,
      token: (incoming.headers.authorization ?? "").replace(/^Bearer /, ""),
      status: null,
    };
    network.uploads.push(passing);
    incoming.on("data", (chunk: Buffer) => {
      passing.bytes += chunk.byteLength;
      const [next] = cutPoints;
      if (next === undefined || bytesSent(network) < next) return;
      cutPoints = cutPoints.slice(1);
      network.cut();
    });
    return passing;
  }

  /** Playwright's own requests, such as those of `context.request`, use CONNECT tunnels. */
  function tunnel(incoming: IncomingMessage, socket: Duplex): void {
    const { hostname, port } = new URL(`http://${incoming.url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
  }

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  server.on("connect", tunnel);
  server.on("connection", (socket: Socket) => {
    if (isDown) return socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const network: BreakableNetwork = {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads: [],
    cuts: 0,
    cutAt: (points) => {
      cutPoints = [...points];
    },
    cut: () => {
      network.cuts += 1;
      for (const socket of sockets) socket.destroy();
    },
    goDown: () => {
      isDown = true;
      network.cut();
      return () => {
        isDown = false;
      };
    },
    answerOnce: (status, matches) => {
      answers.push({ status, matches });
    },
    hold: (matches) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let arrive = () => {};
      const first = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const entry = {
        matches,
        wait: () => {
          arrive();
          return released;
        },
      };
      holds.add(entry);
      return {
        first,
        release: () => {
          holds.delete(entry);
          release();
        },
      };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return network;
}
