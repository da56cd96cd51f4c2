import { finished, PassThrough, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { isNestedTooDeep } from "../gateway/json-depth.ts";
import { refuse } from "./errors.ts";

/** A file whose body has not been read yet. */
export interface IncomingFile {
  stream: Readable;
  mimeType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  /** Announced size in bytes; absent in forms, whose length includes more than the file. */
  contentLength?: number;
  /** Waits for the end of the body. Rejects when the connection breaks. */
  finished(): Promise<void>;
  /** Reads and discards the rest, so that the sender can read an error. */
  drain(): Promise<void>;
}

/** Bytes of a refused body that are read before the connection closes. */
const MAX_DRAINED_BYTES = 512 * 1024 * 1024;

/**
 * Opens the body of an upload: a form whose fields come before the file, or the bare bytes.
 * @throws StorageError `InvalidRequest` when there is no file
 */
export async function openIncomingFile(request: Request): Promise<IncomingFile> {
  const source = request.body
    ? Readable.fromWeb(request.body as ReadableStream<Uint8Array>)
    : Readable.from([]);
  // A connection may break at any time; the reader of the stream gets the error.
  source.on("error", () => undefined);
  const contentType = request.headers.get("content-type") ?? "application/octet-stream";
  return contentType.toLowerCase().startsWith("multipart/form-data")
    ? await openForm(source, contentType)
    : openBytes(source, contentType, request.headers);
}

function openBytes(source: Readable, mimeType: string, headers: Headers): IncomingFile {
  if (headers.has("content-encoding")) throw refuse.notSupported("content encodings");
  const userMetadata = parseMetadata(decodeBase64(headers.get("x-metadata")));
  const stream = source.pipe(createOutlet());
  finished(source, (error) => {
    if (error) stream.destroy(error);
  });
  const announced = headers.get("content-length");
  return {
    stream,
    mimeType,
    cacheControl: headers.get("cache-control") ?? "no-cache",
    userMetadata,
    ...(announced !== null && { contentLength: Number(announced) }),
    finished: () => Promise.resolve(),
    drain: () => drain(source, stream),
  };
}

/** A stream error before the first read would otherwise be uncaught. */
function createOutlet(): PassThrough {
  return new PassThrough().on("error", () => undefined);
}

async function openForm(source: Readable, contentType: string): Promise<IncomingFile> {
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { "content-type": contentType } as BusboyHeaders,
      limits: { files: 1, fields: 20, fieldSize: 1024 * 1024 },
    });
  } catch {
    await drain(source);
    throw refuse.invalidRequest("malformed form");
  }
  const fields = new Map<string, string>();
  // A parser error means invalid input; a source error means a broken connection.
  const parsed = new Promise<void>((resolve, reject) => {
    parser.once("finish", resolve);
    parser.on("error", () => reject(refuse.invalidRequest("malformed form")));
    finished(source, (error) => {
      if (error) reject(error);
    });
  });
  parsed.catch(() => undefined);

  const opened = new Promise<{ stream: Readable; mimeType: string }>((resolve, reject) => {
    parser.on("field", (name, value) => fields.set(name, value));
    parser.on("file", (_name, part, _fileName, _encoding, mimeType) => {
      const stream = createOutlet();
      part.on("error", () => stream.destroy(refuse.invalidRequest("malformed form")));
      parsed.catch((error: Error) => stream.destroy(error));
      resolve({ stream: part.pipe(stream), mimeType });
    });
    parsed.then(() => reject(refuse.invalidRequest("No content provided")), reject);
  });
  source.pipe(parser);

  const { stream, mimeType } = await opened;
  const seconds = fields.get("cacheControl");
  try {
    if (fields.has("contentEncoding")) throw refuse.notSupported("content encodings");
    return {
      stream,
      mimeType,
      cacheControl: seconds ? `max-age=${seconds}` : "no-cache",
      userMetadata: parseMetadata(fields.get("metadata")),
      finished: () => parsed,
      drain: () => drain(source, parser),
    };
  } catch (error) {
    await drain(source, parser);
    throw error;
  }
}

function decodeBase64(text: string | null): string | undefined {
  return text === null ? undefined : Buffer.from(text, "base64").toString("utf8");
}

function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === "") return null;
  if (isNestedTooDeep(text)) throw refuse.invalidRequest("Metadata is nested too deep");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse.invalidRequest("Metadata must be JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse.invalidRequest("Metadata must be a JSON object");
  }
  return value as Record<string, unknown>;
}

function drain(source: Readable, target?: NodeJS.WritableStream): Promise<void> {
  if (target) source.unpipe(target);
  if (source.readableEnded || source.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    source.on("data", (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > MAX_DRAINED_BYTES) source.destroy();
    });
    source
      .once("close", resolve)
      .once("end", resolve)
      .once("error", () => resolve());
    source.resume();
  });
}
