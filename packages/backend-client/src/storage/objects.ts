import type { BackendError } from "../errors/backend-error.js";

/** One entry of a listing. A folder has no `id`. */
export interface StorageObject {
  /** Name within the listed folder. */
  name: string;
  /** Null for a folder. */
  id: string | null;
  /** ISO 8601; null for a folder. */
  created_at: string | null;
  /** ISO 8601; null for a folder. */
  updated_at: string | null;
  /** ISO 8601, from the service; null for a folder. */
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
  /** Changes with the bytes. Quoted, as in the header. */
  etag?: string;
  /** Such as `max-age=3600`. */
  cache_control?: string;
  /** ISO 8601. */
  created_at?: string;
  /** ISO 8601. */
  last_modified?: string;
  /** Metadata from the uploader. */
  metadata?: Record<string, unknown> | null;
}

/** The location of a stored upload. */
export interface StoredObject {
  /** Absent for resumable uploads, because the protocol does not return it. */
  id?: string;
  /** Path within the bucket. */
  path: string;
  /** Bucket and path. */
  fullPath: string;
}

/** Range and order of a folder's listing. */
export interface ListOptions {
  /** Count of objects in a response. Default 100, the service's page size. */
  limit?: number | undefined;
  /** Count of objects to skip. Default 0. */
  offset?: number | undefined;
  /** Prefix of the names. Default: all names. */
  search?: string | undefined;
  /** The column to sort by. Default: by name, ascending. */
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

/** Options of a signed URL. */
export interface SignedUrlOptions {
  /**
   * If true, the browser saves the file; a text is its name. Default: the browser shows the file.
   */
  download?: boolean | string | undefined;
  /** Aborting ends the call with `aborted`. Default: it runs to its end. */
  signal?: AbortSignal | undefined;
}

/** A signed URL of one of several objects. */
export type SignedUrlEntry =
  | {
      /** Path within the bucket. */
      path: string;
      /** The address, with its token. */
      signedUrl: string;
      /** Null, because the object was signed. */
      error: null;
    }
  | {
      /** Path within the bucket. */
      path: string;
      /** Null, because the object was not signed. */
      signedUrl: null;
      /** `NoSuchKey`: the object does not exist, or policies hide it. */
      error: BackendError;
    };

/** Options of a link for one upload. */
export interface SignedUploadOptions {
  /** If true, the upload may replace an existing object. Default false. */
  upsert?: boolean | undefined;
  /** Aborting ends the call with `aborted`. Default: it runs to its end. */
  signal?: AbortSignal | undefined;
}

/** A link for one upload. Anyone with the link can store one file at the path. */
export interface SignedUpload {
  /** Path within the bucket. */
  path: string;
  /** For `uploadToSignedUrl`. */
  token: string;
  /** The address for `PUT`, with its token. */
  signedUrl: string;
}

/** Options of a public URL. */
export interface PublicUrlOptions {
  /**
   * If true, the browser saves the file; a text is its name. Default: the browser shows the file.
   */
  download?: boolean | string | undefined;
  /** Returns a resized image instead of the object. Default: the object itself. */
  transform?: TransformOptions | undefined;
}

/** Options for the service to resize an image. */
export interface TransformOptions {
  /** Width in pixels. Default: from the height and the image. */
  width?: number | undefined;
  /** Height in pixels. Default: from the width and the image. */
  height?: number | undefined;
  /** Fit of the image into width and height. Default `cover`. */
  resize?: "cover" | "contain" | "fill" | undefined;
  /** Percentage from 20 to 100. Default 80. */
  quality?: number | undefined;
  /** `origin` keeps the format. Default: a modern format that the browser accepts. */
  format?: "origin" | undefined;
}

/** The body of an upload. A stream reports no progress and cannot be resumed. */
export type UploadBody = Blob | ArrayBuffer | ReadableStream<Uint8Array> | string;

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes handed to the network but not yet confirmed. Decreases when an upload restarts. */
  sentBytes: number;
  /** Total bytes. */
  totalBytes: number;
}

/** Options of an upload. */
export interface UploadOptions {
  /** MIME type. Default: the Blob's own, else `application/octet-stream`. */
  contentType?: string | undefined;
  /** Seconds that caches may keep the object. Default 3600. */
  cacheControl?: number | undefined;
  /** Replaces an existing object at the path instead of failing. Default false. */
  upsert?: boolean | undefined;
  /** Stored with the object, such as the original file name. Default: nothing. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * Uses a resumable (TUS) upload. `true` throws a TypeError on a server and for a stream. Default:
   * in a browser for files over 6 MiB, never on a server.
   */
  resumable?: boolean | undefined;
  /** Called with the number of sent bytes, which may not be stored yet. Default: none. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called when a resumable upload restarts because its earlier parts are gone. Default: none. */
  onRestart?: (() => void) | undefined;
  /**
   * Aborting stops the upload. A resumable upload continues there when it is started again with the
   * same File or Blob object. Default: it runs to its end.
   */
  signal?: AbortSignal | undefined;
}

/** Options of an upload that is sent in one request. */
export type WholeUploadOptions = Omit<UploadOptions, "upsert" | "resumable" | "onRestart">;
