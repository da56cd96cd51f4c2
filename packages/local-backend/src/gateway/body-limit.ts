import type { Context, MiddlewareHandler } from "hono";

const MIB = 1024 * 1024;

/**
 * Largest body of the services that hold a whole body in memory, in bytes. REST and functions
 * hand bodies on as they come; storage has limits of its own, per bucket.
 */
export const BODY_LIMITS: Readonly<Record<string, number>> = {
  auth: MIB,
  // As large as a frame on the socket may be.
  realtime: 3 * MIB,
  // Mails of 40 MB, in base64.
  mailbox: 56 * MIB,
};

/** Refuses larger bodies with 413, also those that do not tell their length. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { body } = c.req.raw;
    const told = c.req.header("content-length");
    if (told !== undefined && Number(told) > maxBytes) return refuse(c, maxBytes);
    // HTTP holds senders to the length they told; without one the bytes are counted.
    if (told === undefined && body !== null) {
      const bytes = await readAtMost(body, maxBytes);
      if (bytes === undefined) return refuse(c, maxBytes);
      const { method, headers } = c.req.raw;
      c.req.raw = new Request(c.req.url, { method, headers, body: bytes });
    }
    return await next();
  };
}

async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

function refuse(c: Context, maxBytes: number): Response {
  // What is left of the body would be taken for the next request.
  c.header("connection", "close");
  return c.json({ message: `The request body is larger than ${maxBytes} bytes.` }, 413);
}
