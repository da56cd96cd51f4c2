import type { Context, MiddlewareHandler } from "hono";

const MIB = 1024 * 1024;

/** Limits in bytes for services that read a whole body into memory. */
export const BODY_LIMITS: Readonly<Record<string, number>> = {
  // Slightly more than the limit for a WebSocket frame.
  realtime: 3 * MIB,
  // Enough for an email of 40 MB, encoded in base64.
  mailbox: 56 * MIB,
};

type Refuse = (c: Context, maxBytes: number) => Response;

export function limitBody(maxBytes: number, refuse: Refuse = refuseBody): MiddlewareHandler {
  return async (c, next) => {
    const declared = c.req.header("content-length");
    if (declared !== undefined && Number(declared) > maxBytes) return refuse(c, maxBytes);
    // Node itself reads no more than the declared length.
    const body = declared === undefined ? c.req.raw.body : null;
    if (body !== null) {
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
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(Buffer.concat(chunks));
    size += value.byteLength;
    if (size > maxBytes) {
      // Canceling the reader would reset the connection before the client reads the response.
      reader.releaseLock();
      return undefined;
    }
    chunks.push(value);
  }
}

function refuseBody(c: Context, maxBytes: number): Response {
  return c.json({ message: `The request body is larger than ${maxBytes} bytes.` }, 413);
}
