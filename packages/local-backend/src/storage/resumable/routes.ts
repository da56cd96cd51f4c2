import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Metadata, Server, type Upload } from "@tus/server";
import { type Context, Hono } from "hono";
import { DISK_FULL, isDiskFull } from "../../config/disk-full.ts";
import type { ServiceEnv } from "../../gateway/service.ts";
import { requireBucket } from "../buckets.ts";
import { type Caller, identifyCaller, SERVICE } from "../caller.ts";
import type { StorageContext } from "../context.ts";
import { refuse, toStorageError } from "../errors.ts";
import { answerNotFound } from "../invalid-paths.ts";
import { isMimeTypeAllowed } from "../mime-type.ts";
import { requireBucketName, requireObjectName } from "../object-key.ts";
import { hasVersion, probeUpload } from "../objects.ts";
import { verifyUploadGrant } from "../sign-upload.ts";
import { requireStoredHeaders } from "../stored-headers.ts";
import { maxBytesOf } from "../upload.ts";
import { parseUserMetadata } from "../user-metadata.ts";
import { LOCKED, UploadLocker } from "./locker.ts";
import { notesOf, type UploadNotes, UploadStore, withNotes, withoutNotes } from "./uploads.ts";

const PATH = "/upload/resumable";
const SIGNED_PATH = "/upload/resumable/sign";
const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;

const OPERATIONS: Readonly<Record<string, string>> = {
  PATCH: "storage.tus.upload.part",
  HEAD: "storage.tus.upload.get",
  DELETE: "storage.tus.upload.delete",
};

/** Unlike other errors of Storage, errors of resumable uploads have their own HTTP status. */
export class ResumableUploads {
  readonly routes: Hono<ServiceEnv>;
  readonly #context: StorageContext;
  readonly #directory: string;
  readonly #log: (line: string) => void;
  readonly #callers = new WeakMap<Request, Caller>();
  #store: UploadStore | undefined;
  #servers: { plain: Server; signed: Server } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: StorageContext, dataDir: string, log: (line: string) => void) {
    this.#context = context;
    this.#log = log;
    this.#directory = join(dataDir, "resumable");
    this.routes = new Hono<ServiceEnv>();
    this.routes.all(`${SIGNED_PATH}/*`, (c) => this.#handle(c, "signed"));
    this.routes.all(SIGNED_PATH, (c) => this.#handle(c, "signed"));
    this.routes.all(`${PATH}/*`, (c) => this.#handle(c, "plain"));
    this.routes.all(PATH, (c) => this.#handle(c, "plain"));
  }

  async open(): Promise<void> {
    const store = await UploadStore.open(this.#context, this.#directory);
    this.#store = store;
    this.#servers = {
      plain: this.#createServer(store, PATH),
      signed: this.#createServer(store, SIGNED_PATH),
    };
    await store.dropExpired();
    this.#timer = setInterval(
      () => void store.dropExpired().catch(() => undefined),
      CLEANUP_INTERVAL_MS,
    );
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async clear(): Promise<void> {
    await this.#store?.clear();
  }

  async #handle(c: Context<ServiceEnv>, kind: "plain" | "signed"): Promise<Response> {
    const server = this.#servers?.[kind];
    if (!server) throw refuse.notSupported("resumable uploads before it has started");
    const request = c.req.raw;
    // For GET, the library would respond with the bytes of the upload.
    if (request.method === "GET") return answerNotFound(c);
    if (kind === "plain" && request.method !== "OPTIONS") {
      try {
        this.#callers.set(request, await identifyCaller(this.#context, c.get("bearer") ?? ""));
      } catch (error) {
        await drain(request);
        throw error;
      }
    }
    const response = await server.handleWeb(request);
    if (response.status >= 400) await drain(request);
    // The gateway sets the CORS headers.
    for (const name of [...response.headers.keys()]) {
      if (name.startsWith("access-control-")) response.headers.delete(name);
    }
    const metadata = response.headers.get("upload-metadata");
    if (metadata !== null) response.headers.set("upload-metadata", withoutNotes(metadata));
    return response;
  }

  #createServer(store: UploadStore, path: string): Server {
    const isSigned = path === SIGNED_PATH;
    return new Server({
      path,
      datastore: store.tus,
      locker: new UploadLocker(),
      generateUrl: (_request, { proto, host, id }) => `${proto}://${host}/storage/v1${path}/${id}`,
      getFileIdFromRequest: (request) => uploadIdOf(request.url),
      namingFunction: () => randomUUID(),
      maxSize: (request, id) => this.#maxSize(store, request, id),
      onUploadCreate: (request, upload) => this.#create(request, upload, isSigned),
      onIncomingRequest: (request, id) => this.#admit(store, request, id, isSigned),
      disableTerminationForFinishedUploads: true,
      onUploadFinish: async (_request, upload) => {
        await store.store(upload.id);
        return { headers: { "Tus-Complete": "1" } };
      },
      onResponseError: (request, error) => {
        if (isDiskFull(error)) this.#log(`storage: ${request.method} failed: ${DISK_FULL}`);
        return answerTo(error);
      },
    });
  }

  async #maxSize(store: UploadStore, request: Request, id: string | null): Promise<number> {
    if (request.method === "OPTIONS") return this.#context.config.storage.file_size_limit;
    const bucket =
      request.method === "POST"
        ? bucketNameOf(request)
        : notesOf(await store.tus.getUpload(id ?? "")).address.bucket;
    return maxBytesOf(this.#context, await requireBucket(this.#context.database, bucket));
  }

  async #create(request: Request, upload: Upload, isSigned: boolean) {
    const given = upload.metadata ?? {};
    const address = { bucket: given.bucketName ?? "", name: given.objectName ?? "" };
    const grant = isSigned
      ? await verifyUploadGrant(this.#context, signatureOf(request), address)
      : undefined;
    const bucket = await requireBucket(this.#context.database, address.bucket);
    requireObjectName(address.name);
    const mimeType = given.contentType ?? "application/octet-stream";
    const isSeconds = /^-?\d+$/.test(given.cacheControl ?? "");
    const cacheControl = isSeconds ? `max-age=${given.cacheControl}` : "no-cache";
    requireStoredHeaders({ mimeType, cacheControl });
    if (!isMimeTypeAllowed(mimeType, bucket.allowed_mime_types)) throw refuse.mimeType(mimeType);
    const caller = grant ? SERVICE : this.#callerOf(request);
    const notes: UploadNotes = {
      address,
      mimeType,
      cacheControl,
      userMetadata: parseUserMetadata(given.metadata ?? undefined),
      ownerId: grant ? grant.ownerId : caller.ownerId,
      isUpsert: grant ? grant.isUpsert : isUpsertIn(request),
      isSigned,
      isStored: false,
    };
    if (!grant) await this.#probe(caller, notes, upload, "storage.tus.upload.create");
    return { metadata: { ...withNotes(upload, notes), cacheControl } };
  }

  async #admit(store: UploadStore, request: Request, id: string, isSigned: boolean): Promise<void> {
    if (request.method === "POST") return;
    const upload = await store.tus.getUpload(id);
    const notes = notesOf(upload);
    if (notes.isSigned !== isSigned) throw refuse.noSuchKey();
    if (isSigned) {
      await verifyUploadGrant(this.#context, signatureOf(request), notes.address);
    } else if (this.#callerOf(request).ownerId !== notes.ownerId) {
      throw refuse.accessDenied("the upload belongs to another user");
    }
    if (request.method === "HEAD") return await this.#complete(store, request, upload);
    if (isSigned) return;
    // The header of the current request decides whether the upload may replace an object.
    const wish = { ...notes, isUpsert: isUpsertIn(request) };
    const operation = OPERATIONS[request.method] ?? "";
    await this.#probe(this.#callerOf(request), wish, upload, operation);
    if (wish.isUpsert !== notes.isUpsert) await store.setNotes(upload, wish);
  }

  /** Completes an upload whose last byte was received by a process that was then killed. */
  async #complete(store: UploadStore, request: Request, upload: Upload): Promise<void> {
    if (upload.size === undefined || upload.offset !== upload.size) return;
    const notes = notesOf(upload);
    // A killed process may have created the object before it set `isStored`.
    const { database } = this.#context;
    const isMade = notes.isStored || (await hasVersion(database, notes.address, upload.id));
    if (!isMade && !notes.isSigned) {
      await this.#probe(this.#callerOf(request), notes, upload, OPERATIONS.HEAD ?? "");
    }
    await store.store(upload.id);
  }

  #callerOf(request: Request): Caller {
    const caller = this.#callers.get(request);
    if (!caller) throw refuse.accessDenied("Invalid Compact JWS");
    return caller;
  }

  async #probe(
    caller: Caller,
    notes: UploadNotes,
    upload: Upload,
    operation: string,
  ): Promise<void> {
    await probeUpload(this.#context.database, caller, {
      ...notes.address,
      ownerId: notes.ownerId,
      userMetadata: notes.userMetadata ?? undefined,
      isUpsert: notes.isUpsert,
      operation,
      metadata: {
        mimetype: notes.mimeType,
        ...(upload.size !== undefined && { contentLength: upload.size }),
      },
    });
  }
}

function bucketNameOf(request: Request): string {
  const text = request.headers.get("upload-metadata");
  const bucket = text === null ? undefined : Metadata.parse(text).bucketName;
  requireBucketName(bucket ?? "");
  return bucket ?? "";
}

/** Twice the usual size of a part, in bytes. */
const DRAINED_BYTES_MAX = 12_582_912;

/** Reads the rest of a refused part. Otherwise, the client might not read the error. */
async function drain(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  let bytes = 0;
  const counter = new WritableStream<Uint8Array>({
    write: (chunk) => {
      bytes += chunk.byteLength;
      if (bytes > DRAINED_BYTES_MAX) throw new Error("the refused part is too large to be read");
    },
  });
  await request.body.pipeTo(counter).catch(() => undefined);
}

function uploadIdOf(url: string): string | undefined {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return /^[0-9a-f-]{36}$/.test(last) ? last : undefined;
}

function signatureOf(request: Request): string {
  const signature = request.headers.get("x-signature");
  if (!signature) throw refuse.invalidSignature("Missing x-signature header");
  return signature;
}

const isUpsertIn = (request: Request): boolean => request.headers.get("x-upsert") === "true";

/** Returns undefined to keep the response of the TUS library. */
function answerTo(error: Error | { status_code: number; body: string }) {
  if (!(error instanceof Error)) {
    return error.body.startsWith("failed to acquire lock") ? LOCKED : undefined;
  }
  const { status, message } = toStorageError(error);
  return { status_code: status, body: message };
}
