import { finished, PassThrough, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { requireContentType } from "./body.ts";
import { refuse } from "./errors.ts";
import { requireRobotsTag } from "./robots-tag.ts";
import { parseUserMetadata, type UserMetadata, userMetadataIn } from "./user-metadata.ts";

export interface IncomingFile {
  stream: Readable;
  mimeType: string;
  cacheControl: string;
  userMetadata: UserMetadata | undefined;
  robotsTag?: string;
  /** Undefined for a form, whose length also includes other fields. */
  contentLength?: number;
  finished(): Promise<void>;
  drain(): Promise<void>;
}

/**
 * Maximum size of a refused body that is read completely. If the connection closed earlier, the
 * client might not read the error.
 */
const MAX_DRAINED_BYTES = 512 * 1024 * 1024;

export async function openIncomingFile(request: Request): Promise<IncomingFile> {
  const source = request.body
    ? Readable.fromWeb(request.body as ReadableStream<Uint8Array>)
    : Readable.from([]);
  // Prevents an uncaught error if the connection breaks. The reader of the body handles the error.
  source.on("error", () => undefined);
  const type = request.headers.get("content-type") ?? undefined;
  const isForm = type?.toLowerCase().startsWith("multipart/form-data") ?? false;
  try {
    if (!isForm) requireContentType(type);
    const robotsTag = requireRobotsTag(request.headers.get("x-robots-tag"));
    const file = isForm
      ? await openForm(source, type ?? "")
      : openBytes(source, type ?? "application/octet-stream", request.headers);
    return { ...file, ...(robotsTag !== undefined && { robotsTag }) };
  } catch (error) {
    await drain(source);
    throw error;
  }
}

function openBytes(source: Readable, mimeType: string, headers: Headers): IncomingFile {
  if (headers.has("content-encoding")) throw refuse.notSupported("content encodings");
  const userMetadata = userMetadataIn(headers.get("x-metadata"));
  const stream = source.pipe(createOutlet());
  finished(source, (error) => {
    if (error) stream.destroy(error);
  });
  const announced = headers.get("content-length");
  return {
    stream,
    mimeType,
    cacheControl: headers.get("cache-control") || "no-cache",
    userMetadata,
    ...(announced !== null && { contentLength: Number(announced) }),
    finished: () => Promise.resolve(),
    drain: () => drain(source, stream),
  };
}

/** Prevents an uncaught error if the stream fails before the first read. */
function createOutlet(): PassThrough {
  return new PassThrough().on("error", () => undefined);
}

class FormFields {
  readonly #values = new Map<string, string | undefined>();

  add(name: string, value: string): void {
    this.#values.set(name, this.#values.has(name) ? undefined : value);
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }
}

async function openForm(source: Readable, contentType: string): Promise<IncomingFile> {
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { "content-type": contentType } as BusboyHeaders,
      limits: { files: 1, fields: 10, fieldSize: 1024 * 1024 },
    });
  } catch (error) {
    throw refuse.invalidRequest((error as Error).message);
  }
  const fields = new FormFields();
  let isFileOpen = false;
  const cutOff = () => refuse.invalidRequest("Request stream closed before upload could begin");
  // The parser fails if the input is invalid or, while a file is open, if the file is incomplete.
  const parsed = new Promise<void>((resolve, reject) => {
    parser.once("finish", resolve);
    parser.on("error", (error: Error) =>
      reject(isFileOpen ? cutOff() : refuse.invalidRequest(error.message)),
    );
    finished(source, (error) => {
      if (error) reject(error);
    });
  });
  parsed.catch(() => undefined);

  const opened = new Promise<{ stream: Readable; mimeType: string }>((resolve, reject) => {
    parser.on("field", (name, value) => fields.add(name, value));
    parser.on("file", (_name, part, _fileName, _encoding, mimeType) => {
      isFileOpen = true;
      const stream = createOutlet();
      part.on("error", () => stream.destroy(cutOff()));
      parsed.catch((error: Error) => stream.destroy(error));
      resolve({ stream: part.pipe(stream), mimeType });
    });
    parsed.then(() => reject(refuse.invalidRequest("No content provided")), reject);
  });
  source.pipe(parser);

  const { stream, mimeType } = await opened;
  const seconds = fields.get("cacheControl");
  try {
    if (fields.get("contentEncoding")) throw refuse.notSupported("content encodings");
    return {
      stream,
      mimeType: fields.get("contentType") || mimeType,
      cacheControl: seconds ? `max-age=${seconds}` : "no-cache",
      userMetadata: parseUserMetadata(fields.get("metadata") ?? fields.get("userMetadata")),
      finished: () => parsed,
      drain: () => drain(source, parser),
    };
  } catch (error) {
    await drain(source, parser);
    throw error;
  }
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
