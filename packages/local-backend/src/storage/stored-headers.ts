import { refuse } from "./errors.ts";

/** RFC 9110, section 5.6.2: what names of types and of their parameters are made of. */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const PARAMETER = `${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`;
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*(?:${PARAMETER})?)*$`);
const PRINTABLE = /^[\x20-\x7e]*$/;

/** What a client says of a file and what every download of it repeats as headers. */
export interface StoredHeaders {
  mimeType: string;
  cacheControl: string;
}

/** Whether a text can be a `content-type`: a whole media type in printable ASCII. */
export function isMediaType(text: string): boolean {
  return PRINTABLE.test(text) && MEDIA_TYPE.test(text.trim());
}

/** Whether a text can be a header's value. */
export function isHeaderValue(text: string): boolean {
  return PRINTABLE.test(text);
}

/**
 * Admits only what a download can send: a file that nobody could read again is not taken in.
 * @throws StorageError `InvalidMimeType`, `InvalidRequest`
 */
export function requireStoredHeaders({ mimeType, cacheControl }: Partial<StoredHeaders>): void {
  if (mimeType !== undefined && !isMediaType(mimeType)) throw refuse.mimeType(mimeType);
  if (cacheControl !== undefined && !isHeaderValue(cacheControl)) {
    throw refuse.invalidRequest("the cache control is no header");
  }
}
