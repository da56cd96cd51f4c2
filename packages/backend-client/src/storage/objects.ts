/** One entry of a listing; a folder has no `id`. */
export interface StorageObject {
  /** Name within the listed folder. */
  name: string;
  /** Null for a folder. */
  id: string | null;
  /** ISO 8601; null for a folder. */
  created_at: string | null;
  /** ISO 8601; null for a folder. */
  updated_at: string | null;
  /** ISO 8601, as the service keeps it; null for a folder. */
  last_accessed_at: string | null;
  /** `size` in bytes, `mimetype`, `eTag`, `cacheControl`, …; null for a folder. */
  metadata: Record<string, unknown> | null;
}

/** What the service knows of one object. */
export interface StorageObjectInfo {
  /** The object's UUID. */
  id: string;
  /** Path within the bucket. */
  name: string;
  /** The bucket's name. Absent where the service does not tell it. */
  bucket_id?: string;
  /** Bytes. */
  size: number;
  /** MIME type that the uploader gave. */
  content_type: string;
  /** Changes with the bytes; quoted, as in the header. */
  etag?: string;
  /** Such as `max-age=3600`. */
  cache_control?: string;
  /** ISO 8601. */
  created_at?: string;
  /** ISO 8601. */
  last_modified?: string;
  /** What the uploader attached. */
  metadata?: Record<string, unknown> | null;
}

/** Where an upload was stored. */
export interface StoredObject {
  /** Absent for resumable uploads: the protocol does not tell it. */
  id?: string;
  /** Path within the bucket. */
  path: string;
  /** Bucket and path. */
  fullPath: string;
}

/** Which part of a folder to list. */
export interface ListOptions {
  /** Objects in an answer; 100 by default, the service's page. */
  limit?: number | undefined;
  /** Objects to skip; 0 by default. */
  offset?: number | undefined;
  /** What names must begin with. Default: all names. */
  search?: string | undefined;
  /** What to sort by. Default: by name, ascending. */
  sortBy?:
    | {
        /** Such as `name`, `created_at` or `updated_at`. */
        column: string;
        /** Ascending or descending. */
        order: "asc" | "desc";
      }
    | undefined;
  /** Aborting ends the call with `aborted`. Default: it runs to its end. */
  signal?: AbortSignal | undefined;
}

/** How a signed URL behaves. */
export interface SignedUrlOptions {
  /** True: the browser saves the file; text: under that name. Default: it shows the file. */
  download?: boolean | string | undefined;
  /** Aborting ends the call with `aborted`. Default: it runs to its end. */
  signal?: AbortSignal | undefined;
}

/** What can be uploaded. A stream shows no progress and cannot be resumed. */
export type UploadBody = Blob | ArrayBuffer | ReadableStream<Uint8Array> | string;

/** How far an upload is. */
export interface UploadProgress {
  /** Bytes handed to the network, not yet confirmed; falls back when an upload starts again. */
  sentBytes: number;
  /** Bytes in all. */
  totalBytes: number;
}

/** Options of an upload. */
export interface UploadOptions {
  /** MIME type; the Blob's own by default, else `application/octet-stream`. */
  contentType?: string | undefined;
  /** Seconds caches may keep the object; 3600 by default. */
  cacheControl?: number | undefined;
  /** Replaces an object of that path instead of failing; false by default. */
  upsert?: boolean | undefined;
  /** Kept with the object, such as the original file name; nothing by default. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * Whether to use a resumable (TUS) upload. Default: in a browser for what is over 6 MiB, never on
   * a server. True on a server, or for a stream, throws a TypeError: it cannot be done there.
   */
  resumable?: boolean | undefined;
  /** Hears how many bytes went out; they are stored when the upload's answer says so. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** The service no longer holds the parts sent before: a resumable upload starts again. */
  onRestart?: (() => void) | undefined;
  /**
   * Aborting stops the upload; a resumable one can be started again with the same File, or the same
   * Blob object, and goes on where it was.
   * Default: it runs to its end.
   */
  signal?: AbortSignal | undefined;
}
