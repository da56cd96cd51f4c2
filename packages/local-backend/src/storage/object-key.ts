import { refuse } from "./errors.ts";

export interface ObjectAddress {
  bucket: string;
  name: string;
}

/**
 * As in Supabase Storage: the safe characters of S3 and those that need care.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
 */
const OBJECT_NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]+$/;

export function isObjectName(name: string): boolean {
  return name.length <= 1024 && OBJECT_NAME.test(name) && !name.startsWith("/");
}

export function isBucketName(name: string): boolean {
  return name.length <= 100 && BUCKET_NAME.test(name) && name.trim() === name;
}

/**
 * Reads bucket and object name from a request path, below a marker such as `/object/sign/`.
 * @param pathname as sent, percent-encoded
 * @throws StorageError `InvalidKey` when a part is missing or malformed
 */
export function parseObjectPath(pathname: string, marker: string): ObjectAddress {
  const start = pathname.indexOf(marker);
  const rest = start < 0 ? "" : pathname.slice(start + marker.length);
  const slash = rest.indexOf("/");
  const bucket = decode(slash < 0 ? rest : rest.slice(0, slash));
  const name = slash < 0 ? "" : decode(rest.slice(slash + 1));
  if (bucket === "" || name === "" || /\0/.test(bucket + name)) throw refuse.invalidKey(name);
  return { bucket, name };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse.invalidKey(text);
  }
}
