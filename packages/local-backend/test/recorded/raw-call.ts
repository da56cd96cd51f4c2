import { type IncomingMessage, request } from "node:http";

export interface RawAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Unlike `fetch`, sends dot segments in the path and a wrong content length unchanged. */
export function rawCall(
  origin: string,
  call: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string | Buffer;
    isChunked?: boolean;
  },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { ...call.headers };
    const length = Buffer.byteLength(call.body ?? "");
    if (call.body !== undefined && !call.isChunked) headers["content-length"] ??= String(length);
    const sent = request(
      { hostname, port, method: call.method, path: call.path, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", reject);
    if (call.isChunked) sent.write(call.body ?? "");
    sent.end(call.isChunked ? undefined : call.body);
  });
}
