import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Metadata, Server, type Upload } from "@tus/server";
import { type Context, Hono } from "hono";
import { DISK_FULL, isDiskFull } from "../../gateway/disk-full.ts";
import type { ServiceEnv } from "../../gateway/service.ts";
import { requireBucket } from "../buckets.ts";
import { type Caller, identifyCaller, SERVICE } from "../caller.ts";
import type { StorageContext } from "../context.ts";
import { refuse, toStorageError } from "../errors.ts";
import { isMimeTypeAllowed } from "../mime-type.ts";
import { hasVersion, probeUpload } from "../objects.ts";
import { verifyUploadGrant } from "../sign-upload.ts";
import { requireStoredHeaders } from "../stored-headers.ts";
import { maxBytesOf, requireUploadTarget } from "../upload.ts";
import { LOCKED, UploadLocker } from "./locker.ts";
import { notesOf, type UploadNotes, UploadStore, withNotes } from "./uploads.ts";

const PATH = "/upload/resumable";
const SIGNED_PATH = "/upload/resumable/sign";
const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;

const OPERATIONS: Readonly<Record<string, string>> = {
  PATCH: "storage.tus.upload.part",
  HEAD: "storage.tus.upload.get",
  DELETE: "storage.tus.upload.delete",
};

/** Resumable uploads over the TUS protocol, with real HTTP statuses. */
export class ResumableUploads {
  readonly routes: Hono<ServiceEnv>;
  readonly #context: StorageContext;
  readonly #directory: string;
  readonly #log: (line: string) => void;
  readonly #bearers = new WeakMap<Request, string>();
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

  async #handle(c: Context<ServiceEnv>, door: "plain" | "signed"): Promise<Response> {
    const server = this.#servers?.[door];
    if (!server) throw refuse.notSupported("resumable uploads before it has started");
    const request = c.req.raw;
    const path = new URL(request.url).pathname.replace(/\/$/, "");
    if (request.method === "POST" && path !== (door === "signed" ? SIGNED_PATH : PATH)) {
      await drain(request);
      return c.text("Uploads are created at the address of all uploads", 404);
    }
    const bearer = c.get("bearer");
    if (bearer !== undefined) this.#bearers.set(request, bearer);
    const response = await server.handleWeb(request);
    if (response.status >= 400) await drain(request);
    // The gateway sets the CORS headers.
    for (const name of [...response.headers.keys()]) {
      if (name.startsWith("access-control-")) response.headers.delete(name);
    }
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
      onUploadFinish: async (_request, upload) => {
        await store.store(upload.id);
        return {};
      },
      onResponseError: (request, error) => {
        if (isDiskFull(error)) this.#log(`storage: ${request.method} failed: ${DISK_FULL}`);
        return answerTo(error);
      },
    });
  }

  async #maxSize(store: UploadStore, request: Request, id: string | null): Promise<number> {
    const bucket =
      request.method === "POST"
        ? bucketNameOf(request)
        : notesOf(await store.tus.getUpload(id ?? "")).address.bucket;
    return maxBytesOf(this.#context, await requireBucket(this.#context.database, bucket));
  }

  /** `POST`: checks name, limits and permissions before storing anything. */
  async #create(request: Request, upload: Upload, isSigned: boolean) {
    const said = upload.metadata ?? {};
    const address = { bucket: said.bucketName ?? "", name: said.objectName ?? "" };
    const bucket = await requireUploadTarget(this.#context, address);
    const mimeType = said.contentType ?? "application/octet-stream";
    const cacheControl = said.cacheControl ? `max-age=${said.cacheControl}` : "no-cache";
    requireStoredHeaders({ mimeType, cacheControl });
    if (!isMimeTypeAllowed(mimeType, bucket.allowed_mime_types)) throw refuse.mimeType(mimeType);
    const grant = isSigned
      ? await verifyUploadGrant(this.#context, request.headers.get("x-signature") ?? "", address)
      : undefined;
    const caller = grant ? SERVICE : await this.#callerOf(request);
    const notes: UploadNotes = {
      address,
      mimeType,
      cacheControl,
      userMetadata: parseMetadata(said.metadata),
      ownerId: grant ? grant.ownerId : caller.ownerId,
      isUpsert: grant ? grant.isUpsert : request.headers.get("x-upsert") === "true",
      isSigned,
      isStored: false,
    };
    if (!grant) await this.#probe(caller, notes, upload, "storage.tus.upload.create");
    return { metadata: withNotes(upload, notes) };
  }

  /** Later requests: the same user, who must still have write permission. */
  async #admit(store: UploadStore, request: Request, id: string, isSigned: boolean): Promise<void> {
    if (request.method === "POST") return;
    const upload = await store.tus.getUpload(id);
    const notes = notesOf(upload);
    if (notes.isSigned !== isSigned) throw refuse.noSuchKey();
    const isWhole = upload.size !== undefined && upload.offset === upload.size;
    // A killed process may have created the object without recording it.
    const isMade =
      notes.isStored || (isWhole && (await hasVersion(this.#context.database, notes.address, id)));
    if (isSigned) {
      await verifyUploadGrant(
        this.#context,
        request.headers.get("x-signature") ?? "",
        notes.address,
      );
    } else {
      const caller = await this.#callerOf(request);
      if (caller.ownerId !== notes.ownerId)
        throw refuse.accessDenied("the upload belongs to another user");
      if (!isMade) await this.#probe(caller, notes, upload, OPERATIONS[request.method] ?? "");
    }
    if (request.method === "HEAD" && isWhole) await store.store(id);
  }

  async #callerOf(request: Request): Promise<Caller> {
    return await identifyCaller(this.#context, this.#bearers.get(request));
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
      userMetadata: notes.userMetadata,
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
  if (!bucket) throw refuse.invalidRequest("Upload-Metadata must name bucketName and objectName");
  return bucket;
}

/** Reads a refused part to its end, so that the sender can read the error. */
async function drain(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}

function uploadIdOf(url: string): string | undefined {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return /^[0-9a-f-]{36}$/.test(last) ? last : undefined;
}

function parseMetadata(text: string | null | undefined): Record<string, unknown> | null {
  if (text === null || text === undefined || text === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse.invalidRequest("metadata must be JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse.invalidRequest("metadata must be a JSON object");
  }
  return value as Record<string, unknown>;
}

/** TUS errors have a status already. */
function answerTo(error: Error | { status_code: number; body: string }) {
  if (!(error instanceof Error)) {
    return error.body.startsWith("failed to acquire lock") ? LOCKED : undefined;
  }
  const { status, message } = toStorageError(error);
  return { status_code: status, body: message };
}
