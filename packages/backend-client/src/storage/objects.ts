import type { BackendError } from "../errors/backend-error.js";

/** One entry of a list: an object or a folder. */
export interface StorageObject {
  /** Name within the listed folder. */
  name: string;
  /** Id of the object. Null for a folder. */
  id: string | null;
  /** Creation time of the object, in ISO 8601. Null for a folder. */
  created_at: string | null;
  /** Time of the object's last change, in ISO 8601. Null for a folder. */
  updated_at: string | null;
  /** Time at which the service last read the object, in ISO 8601. Null for a folder. */
  last_accessed_at: string | null;
  /** `size` in bytes, `mimetype`, `eTag`, `cacheControl`, …; null for a folder. */
  metadata: Record<string, unknown> | null;
}

/** The service's information about one object. */
export interface StorageObjectInfo {
  /** The object's UUID. */
  id: string;
  /** Path within the bucket. */
  name: string;
  /** The bucket's name. Absent if the service does not return it. */
  bucket_id?: string;
  /** Size in bytes. */
  size: number;
  /** MIME type from the uploader. */
  content_type: string;
  /** The ETag with its quotes, as in the header. The ETag changes when the bytes change. */
  etag?: string;
  /** The header `Cache-Control` of downloads, such as `max-age=3600`. */
  cache_control?: string;
  /** Creation time of the object, in ISO 8601. */
  created_at?: string;
  /** Time of the object's last change, in ISO 8601. */
  last_modified?: string;
  /** Metadata from the uploader. */
  metadata?: Record<string, unknown> | null;
}

/** The location of a stored upload. */
export interface StoredObject {
  /** Id of the object. Absent after a resumable upload. */
  id?: string;
  /** Path within the bucket. */
  path: string;
  /** The bucket's name and the object's path, such as `documents/a.pdf`. */
  fullPath: string;
}

/** Range and order of a folder's list. */
export interface ListOptions {
  /** Number of objects in a response. Default 100, the service's page size. */
  limit?: number | undefined;
  /** Number of objects to skip. Default 0. */
  offset?: number | undefined;
  /** Lists only names that start with this text. Default: all names. */
  search?: string | undefined;
  /** The column to sort by. Default: by name, ascending. */
  sortBy?:
    | {
        /** Name of the column, such as `name`, `created_at` or `updated_at`. */
        column: string;
        /** Ascending or descending. */
        order: "asc" | "desc";
      }
    | undefined;
  /** Aborts the call with `aborted`. Default: no signal. */
  signal?: AbortSignal | undefined;
}

/** Options of a signed URL. */
export interface SignedUrlOptions {
  /** If true, the browser saves the file; a string also names it. Default: the browser shows it. */
  download?: boolean | string | undefined;
  /** Aborts the call with `aborted`. Default: no signal. */
  signal?: AbortSignal | undefined;
}

/** The signed URL of one of several objects, or its error. */
export type SignedUrlEntry =
  | {
      /** Path within the bucket. */
      path: string;
      /** The URL, with its token. */
      signedUrl: string;
      /** Null, because the service signed the URL. */
      error: null;
    }
  | {
      /** Path within the bucket. */
      path: string;
      /** Null, because the service did not sign the URL. */
      signedUrl: null;
      /** `NoSuchKey`: the object does not exist, or policies hide it. */
      error: BackendError;
    };

/** Options of a link for one upload. */
export interface SignedUploadOptions {
  /** If true, the upload may replace an existing object. Default false. */
  upsert?: boolean | undefined;
  /** Aborts the call with `aborted`. Default: no signal. */
  signal?: AbortSignal | undefined;
}

/** A link for one upload. Anyone with the link can store one file at the path. */
export interface SignedUpload {
  /** Path within the bucket. */
  path: string;
  /** The token for `uploadToSignedUrl`. */
  token: string;
  /** The URL for a `PUT`, with its token. */
  signedUrl: string;
}

/** Options of a public URL. */
export interface PublicUrlOptions {
  /** If true, the browser saves the file; a string also names it. Default: the browser shows it. */
  download?: boolean | string | undefined;
  /** Makes the service return a resized image. Default: the object itself. */
  transform?: TransformOptions | undefined;
}

/** Options for resizing an image. The service returns the resized image. */
export interface TransformOptions {
  /** Width in pixels. Default: from the height and the image's proportions. */
  width?: number | undefined;
  /** Height in pixels. Default: from the width and the image's proportions. */
  height?: number | undefined;
  /** Fit of the image into width and height. Default `cover`. */
  resize?: "cover" | "contain" | "fill" | undefined;
  /** Quality of the image, from 20 to 100 percent. Default 80. */
  quality?: number | undefined;
  /** `origin` keeps the format. Default: a modern format that the browser accepts. */
  format?: "origin" | undefined;
}

/** The body of an upload. A stream reports no progress and cannot be resumed. */
export type UploadBody = Blob | ArrayBuffer | ReadableStream<Uint8Array> | string;

/** Progress of an upload. */
export interface UploadProgress {
  /** Number of sent bytes, which may not be stored yet. Decreases when an upload restarts. */
  sentBytes: number;
  /** Total number of bytes. */
  totalBytes: number;
}

/** Options of an upload. */
export interface UploadOptions {
  /** MIME type. Default: the Blob's type, else `application/octet-stream`. */
  contentType?: string | undefined;
  /** Seconds that caches may keep the object. Default 3600. */
  cacheControl?: number | undefined;
  /** If true, the upload may replace an existing object. Default false. */
  upsert?: boolean | undefined;
  /** Data to store with the object, such as the original file name. Default: nothing. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * If true, uploads in resumable parts (TUS). Throws a TypeError on a server and for a stream.
   * Default: in a browser for files over 6 MiB, never on a server.
   */
  resumable?: boolean | undefined;
  /** Called with the number of sent bytes, which may not be stored yet. Default: none. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called when a resumable upload restarts, because its parts no longer exist. Default: none. */
  onRestart?: (() => void) | undefined;
  /**
   * Stops the upload with `aborted`. A resumable upload can continue within 24 hours if the same
   * user uploads the same file, or the same Blob object, to the same path. Default: no signal.
   */
  signal?: AbortSignal | undefined;
}

/** Options of an upload in one request. */
export type WholeUploadOptions = Omit<UploadOptions, "upsert" | "resumable" | "onRestart">;
