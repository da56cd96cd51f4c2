import { abortable } from "../config/abortable.js";
import type { ServiceOptions } from "../config/authorized-fetch.js";
import { STORAGE_LIST_PAGE } from "../config/constants.js";
import type { Result } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { fromStorage } from "../errors/from-storage.js";
import type {
  ListOptions,
  SignedUrlOptions,
  StorageObject,
  StorageObjectInfo,
  StoredObject,
  UploadBody,
  UploadOptions,
} from "./objects.js";
import { objectKey, objectUrl, type StorageRequest, send, sendForJson, settle } from "./request.js";
import { resumableFile } from "./resumable-file.js";
import type { SignedUrlCache } from "./signed-url-cache.js";
import { uploadWhole } from "./upload.js";

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * The objects of one bucket. Paths are relative to the bucket. Leading, trailing and repeated
 * slashes are ignored. A segment `.` or `..` is `invalid_path`.
 *
 * Errors: kind `storage` with the service's code, or `unknown` with it in `upstreamCode`; kind
 * `network` (`timeout`, `aborted`, `unreachable`, `unexpected_answer`, …); kind `auth`, such as
 * `session_missing`, if there is no token, and then no request was sent.
 */
export interface StorageBucket {
  /**
   * Stores a file. See {@link UploadOptions} for progress, abort and resuming. A browser sends it
   * by `XMLHttpRequest`, which reports progress, unless it is a stream. Errors:
   * `ResourceAlreadyExists` or `KeyAlreadyExists` if the object exists and `upsert` is not set,
   * `EntityTooLarge`, `InvalidMimeType` for a type that the bucket forbids, `AccessDenied` by
   * policy.
   */
  upload(path: string, body: UploadBody, options?: UploadOptions): Promise<Result<StoredObject>>;
  /** Downloads an object. `NoSuchKey` also if policies hide it. */
  download(path: string, options?: Abortable): Promise<Result<Blob>>;
  /** Returns size, type and metadata of an object. `NoSuchKey` as for `download`. */
  info(path: string, options?: Abortable): Promise<Result<StorageObjectInfo>>;
  /** Deletes up to 1000 objects and returns those that were really deleted. */
  remove(paths: string[], options?: Abortable): Promise<Result<StorageObject[]>>;
  /** Renames an object within the bucket. */
  move(from: string, to: string, options?: Abortable): Promise<Result<{ path: string }>>;
  /** Copies an object within the bucket. */
  copy(from: string, to: string, options?: Abortable): Promise<Result<{ path: string }>>;
  /** Lists one page of a folder, 100 entries by default. */
  list(folder?: string, options?: ListOptions): Promise<Result<StorageObject[]>>;
  /** Lists a whole folder, page by page. Fails if one page fails. */
  listAll(folder?: string, options?: ListOptions): Promise<Result<StorageObject[]>>;
  /** Creates a new signed URL, valid for `expiresInSeconds`. */
  createSignedUrl(
    path: string,
    expiresInSeconds: number,
    options?: SignedUrlOptions,
  ): Promise<Result<{ signedUrl: string }>>;
  /** Returns a cached signed URL with at least a fifth of `expiresInSeconds` left, or a new one. */
  signedUrl(
    path: string,
    expiresInSeconds: number,
    options?: SignedUrlOptions,
  ): Promise<Result<{ signedUrl: string }>>;
}

export function openBucket(
  options: ServiceOptions,
  bucket: string,
  cache: SignedUrlCache,
): StorageBucket {
  const at = (path: string, operation: string) => objectUrl(bucket, path, operation);
  const key = (path: string, operation: string) => objectKey(bucket, path, operation);
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
  const sign = async (path: string, expiresIn: number, { download, signal }: SignedUrlOptions) => {
    const operation = "storage sign";
    const request = { path: `/object/sign/${at(path, operation)}`, json: { expiresIn }, signal };
    const answer = await sendForJson(options, { operation, method: "POST", ...request });
    const { signedURL } = answer as { signedURL?: string };
    if (!signedURL) throw fromStorage({ status: 200, operation });
    const url = new URL(`${options.url}/storage/v1${signedURL}`);
    if (download) url.searchParams.set("download", download === true ? "" : download);
    return url.href;
  };
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
    upload: (path, body, upload = {}) =>
      settle(async () => {
        const target = { bucket, path: key(path, "storage upload") };
        const file = resumableFile(body, upload);
        if (!file) return uploadWhole(options, target, { body, upload });
        const { uploadResumable } = await import("./resumable-upload.js");
        return uploadResumable(options, target, { body: file, upload });
      }),
    download: (path, { signal } = {}) =>
      settle(async () => {
        const operation = "storage download";
        const request = { path: `/object/${at(path, operation)}`, signal };
        const response = await send(options, { operation, method: "GET", ...request });
        return response.blob().catch((thrown) => {
          throw fromNetworkFailure(thrown, { operation, signal });
        });
      }),
    info: (path, { signal } = {}) =>
      json(() => ({
        operation: "storage info",
        method: "GET",
        path: `/object/info/${at(path, "storage info")}`,
        signal,
      })) as Promise<Result<StorageObjectInfo>>,
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
    createSignedUrl: (path, seconds, signing = {}) =>
      settle(async () => ({ signedUrl: await sign(path, seconds, signing) })),
    signedUrl: (path, seconds, signing = {}) =>
      settle(() => {
        const operation = "storage sign";
        const { download = false, signal } = signing;
        const name = JSON.stringify([bucket, key(path, operation), seconds, download]);
        // A shared request must not end because one of its callers aborts.
        const url = cache.get(name, seconds, () => sign(path, seconds, { download }));
        return abortable(
          url.then((signedUrl) => ({ signedUrl })),
          { operation, signal },
        );
      }),
  };
}
