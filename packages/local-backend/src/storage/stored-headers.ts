import { refuse } from "./errors.ts";

/** RFC 9110 §5.6.2: `token`, used in media types and their parameters. */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const PARAMETER = `${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`;
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*(?:${PARAMETER})?)*$`);
const PRINTABLE = /^[\x20-\x7e]*$/;

export interface StoredHeaders {
  mimeType: string;
  cacheControl: string;
}

export function isMediaType(text: string): boolean {
  return PRINTABLE.test(text) && MEDIA_TYPE.test(text.trim());
}

export function isHeaderValue(text: string): boolean {
  return PRINTABLE.test(text);
}

/**
 * Refuses invalid header values: a download could not send them, so the stored file would be lost.
 */
export function requireStoredHeaders({ mimeType, cacheControl }: Partial<StoredHeaders>): void {
  if (mimeType !== undefined && !isHeaderValue(mimeType)) throw refuse.mimeType(mimeType);
  if (cacheControl !== undefined && !isHeaderValue(cacheControl)) {
    throw refuse.invalidRequest("the cache control is not a valid header value");
  }
}
