import { refuse } from "./errors.ts";

/** A token of RFC 9110 §5.6.2, for media types and their parameters. */
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

/** A download cannot send invalid headers, so no one could download the stored file. */
export function requireStoredHeaders({ mimeType, cacheControl }: Partial<StoredHeaders>): void {
  if (mimeType !== undefined && !isHeaderValue(mimeType)) throw refuse.mimeType(mimeType);
  if (cacheControl !== undefined && !isHeaderValue(cacheControl)) {
    throw refuse.invalidRequest("the cache control is not a valid header value");
  }
}
