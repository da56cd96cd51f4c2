import { abortable } from "../config/abortable.js";
import type { ServiceOptions } from "../config/authorized-fetch.js";
import { STORAGE_LIST_PAGE } from "../config/constants.js";
import type { Result } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import type {
  ListOptions,
  PublicUrlOptions,
  SignedUpload,
  SignedUploadOptions,
  SignedUrlEntry,
  SignedUrlOptions,
  StorageObject,
  StorageObjectInfo,
  StoredObject,
  UploadBody,
  UploadOptions,
  WholeUploadOptions,
} from "./objects.js";
import { publicUrl } from "./public-url.js";
import { objectKey, objectUrl, type StorageRequest, send, sendForJson, settle } from "./request.js";
import type { SignedUrlCache } from "./signed-url-cache.js";
import { signDownload, signDownloads, signUpload } from "./signed-urls.js";
import { replaceObject, type Uploader, uploadSigned } from "./upload.js";

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * The objects of one bucket. Paths are relative to the bucket. The client ignores extra slashes,
 * and returns `invalid_path` for a segment `.` or `..`.
 *
 * Errors of kind `storage` have the service's code, or `unknown` and the service's code in
 * `upstreamCode`. Errors of kind `network` are `timeout`, `aborted`, `unreachable`,
 * `unexpected_answer`, … An error of kind `auth`, such as `session_missing`, means that there is no
 * token.
 */
export interface StorageBucket {
  /**
   * Stores a file. A browser uses `XMLHttpRequest`, which reports progress, unless the body is a
   * stream. Errors: `KeyAlreadyExists` if the object exists and `upsert` is not set,
   * `EntityTooLarge`, `InvalidMimeType` for a type that the bucket forbids, `AccessDenied` if a
   * policy refuses the file.
   */
  upload(path: string, body: UploadBody, options?: UploadOptions): Promise<Result<StoredObject>>;
  /**
   * Replaces or creates an object in one request. Errors as for `upload`, but never
   * `KeyAlreadyExists`.
   */
  update(
    path: string,
    body: UploadBody,
    options?: WholeUploadOptions,
  ): Promise<Result<StoredObject>>;
  /**
   * Creates a link, valid for two hours, with which anyone can store one file at the path. Errors:
   * `KeyAlreadyExists` if the object exists and `upsert` is not set, `AccessDenied` if a policy
   * refuses the file.
   */
  createSignedUploadUrl(path: string, options?: SignedUploadOptions): Promise<Result<SignedUpload>>;
  /**
   * Stores a file with the token of `createSignedUploadUrl`, without a session. Errors as for
   * `upload`, and `InvalidJWT` for an expired token, `InvalidSignature` for a token of another
   * path.
   */
  uploadToSignedUrl(
    path: string,
    token: string,
    body: UploadBody,
    options?: WholeUploadOptions,
  ): Promise<Result<StoredObject>>;
  /** Downloads an object. Error: `NoSuchKey`, also if policies hide the object. */
  download(path: string, options?: Abortable): Promise<Result<Blob>>;
  /** Returns size, type and metadata of an object. Error: `NoSuchKey`, as for `download`. */
  info(path: string, options?: Abortable): Promise<Result<StorageObjectInfo>>;
  /** Returns true if an object exists, and false if it does not exist or policies hide it. */
  exists(path: string, options?: Abortable): Promise<Result<boolean>>;
  /** Deletes up to 1000 objects. Returns the objects that the service deleted. */
  remove(paths: string[], options?: Abortable): Promise<Result<StorageObject[]>>;
  /** Moves an object to another path of the bucket. */
  move(from: string, to: string, options?: Abortable): Promise<Result<{ path: string }>>;
  /** Copies an object to another path of the bucket. */
  copy(from: string, to: string, options?: Abortable): Promise<Result<{ path: string }>>;
  /** Lists one page of a folder, 100 entries by default. */
  list(folder?: string, options?: ListOptions): Promise<Result<StorageObject[]>>;
  /** Lists a whole folder, page by page. Returns an error if one page fails. */
  listAll(folder?: string, options?: ListOptions): Promise<Result<StorageObject[]>>;
  /** Creates a new signed URL, valid for `expiresInSeconds`. */
  createSignedUrl(
    path: string,
    expiresInSeconds: number,
    options?: SignedUrlOptions,
  ): Promise<Result<{ signedUrl: string }>>;
  /** Returns a signed URL, from the cache if more than a fifth of `expiresInSeconds` is left. */
  signedUrl(
    path: string,
    expiresInSeconds: number,
    options?: SignedUrlOptions,
  ): Promise<Result<{ signedUrl: string }>>;
  /**
   * Creates signed URLs for 1 to 1000 objects in one request, in the order of `paths`. The entry of
   * a missing object has its own error.
   */
  createSignedUrls(
    paths: string[],
    expiresInSeconds: number,
    options?: SignedUrlOptions,
  ): Promise<Result<SignedUrlEntry[]>>;
  /**
   * Returns the URL of an object in a public bucket, without a request or a check that it exists.
   * The only error is `invalid_path`.
   */
  getPublicUrl(path: string, options?: PublicUrlOptions): Promise<Result<{ publicUrl: string }>>;
}

export function openBucket(
  options: ServiceOptions,
  bucket: string,
  { cache, upload }: { cache: SignedUrlCache; upload: Uploader },
): StorageBucket {
  const at = (path: string, operation: string) => objectUrl(bucket, path, operation);
  const key = (path: string, operation: string) => objectKey(bucket, path, operation);
  const target = (path: string, operation: string) => ({ bucket, path: key(path, operation) });
  const id = encodeURIComponent(bucket);
  const json = (create: () => StorageRequest) => settle(() => sendForJson(options, create()));
  const transfer = (verb: "move" | "copy", from: string, to: string, { signal }: Abortable = {}) =>
    settle(async () => {
      const operation = `storage ${verb}`;
      const destinationKey = key(to, operation);
      const body = { bucketId: bucket, sourceKey: key(from, operation), destinationKey };
      const path = `/object/${verb}`;
      await send(options, { operation, method: "POST", path, json: body, signal });
      return { path: destinationKey };
    });
  // A response to HEAD has no body, so a missing object and a refused token would look the same.
  const info = (path: string, { signal }: Abortable = {}) =>
    json(() => ({
      operation: "storage info",
      method: "GET",
      path: `/object/info/${at(path, "storage info")}`,
      signal,
    })) as Promise<Result<StorageObjectInfo>>;
  const list = (folder = "", { signal, ...page }: ListOptions = {}) =>
    json(() => ({
      operation: "storage list",
      method: "POST",
      path: `/object/list/${id}`,
      json: {
        prefix: key(folder, "storage list"),
        limit: STORAGE_LIST_PAGE,
        offset: 0,
        sortBy: { column: "name", order: "asc" },
        ...page,
      },
      signal,
    })) as Promise<Result<StorageObject[]>>;

  return {
    list,
    upload: (path, body, settings = {}) =>
      settle(async () =>
        upload(options, target(path, "storage upload"), { body, upload: settings }),
      ),
    update: (path, body, settings = {}) =>
      settle(async () =>
        replaceObject(options, target(path, "storage update"), { body, upload: settings }),
      ),
    createSignedUploadUrl: (path, settings = {}) =>
      settle(async () => signUpload(options, target(path, "storage sign upload"), settings)),
    uploadToSignedUrl: (path, token, body, settings = {}) =>
      settle(async () =>
        uploadSigned(options, target(path, "storage upload"), { token, body, upload: settings }),
      ),
    download: (path, { signal } = {}) =>
      settle(async () => {
        const operation = "storage download";
        const request = { path: `/object/${at(path, operation)}`, signal };
        const response = await send(options, { operation, method: "GET", ...request });
        return response.blob().catch((thrown) => {
          throw fromNetworkFailure(thrown, { operation, signal });
        });
      }),
    info,
    async exists(path, abortable) {
      const { error } = await info(path, abortable);
      if (error && error.code !== "NoSuchKey") return { data: null, error };
      return { data: error === null, error: null };
    },
    remove: (paths, { signal } = {}) =>
      json(() => ({
        operation: "storage remove",
        method: "DELETE",
        path: `/object/${id}`,
        json: { prefixes: paths.map((path) => key(path, "storage remove")) },
        signal,
      })) as Promise<Result<StorageObject[]>>,
    move: (from, to, abortable) => transfer("move", from, to, abortable),
    copy: (from, to, abortable) => transfer("copy", from, to, abortable),
    async listAll(folder, { limit = STORAGE_LIST_PAGE, offset = 0, ...rest } = {}) {
      const all: StorageObject[] = [];
      for (;;) {
        const page = await list(folder, { ...rest, limit, offset: offset + all.length });
        if (page.error) return page;
        all.push(...page.data);
        if (page.data.length < limit) return { data: all, error: null };
      }
    },
    createSignedUrl: (path, seconds, settings = {}) =>
      settle(async () => ({
        signedUrl: await signDownload(options, target(path, "storage sign"), {
          ...settings,
          seconds,
        }),
      })),
    signedUrl: (path, seconds, { download = false, signal } = {}) =>
      settle(() => {
        const operation = "storage sign";
        const wanted = target(path, operation);
        const name = JSON.stringify([bucket, wanted.path, seconds, download]);
        // Several callers may share this request, so the abort of one caller must not abort the
        // request.
        const url = cache.get(name, seconds, () =>
          signDownload(options, wanted, { seconds, download }),
        );
        return abortable(
          url.then((signedUrl) => ({ signedUrl })),
          { operation, signal },
        );
      }),
    createSignedUrls: (paths, seconds, settings = {}) =>
      settle(async () => {
        const keys = paths.map((path) => key(path, "storage sign"));
        return signDownloads(options, { bucket, paths: keys }, { ...settings, seconds });
      }),
    getPublicUrl: (path, settings = {}) =>
      settle(async () => ({ publicUrl: publicUrl(options.url, { bucket, path }, settings) })),
  };
}
