/** What the session cookie holds: two tokens, one time, one count. Never the user object. */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  /** End of the access token's life in seconds, by the clock of the server that wrote it. */
  expiresAt: number;
  /** How many events the session has seen, and the last one. */
  event: { count: number; name: string };
}

const PLAIN = /^[A-Za-z0-9._-]+$/;
const FORM = /^(\d{1,12})~(\d{1,9})~([A-Z_]{1,40})~([^~]+)~([^~]+)$/;
/** What {@link FORM} matches. */
type Parts = [
  all: string,
  expiry: string,
  count: string,
  name: string,
  refresh: string,
  access: string,
];

/** Base64url of a text's UTF-8 bytes. */
export function toBase64Url(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Bytes of base64url by way of `atob`, which every platform has. */
function decodeAnywhere(encoded: string): Uint8Array {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (const index of bytes.keys()) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Node's own buffers, which decode a token in a fifth of the time; undefined elsewhere. */
const nodeBuffer = (): typeof Buffer | undefined =>
  (globalThis as { Buffer?: typeof Buffer }).Buffer;

let utf8: TextDecoder | null = null;

/**
 * The text behind base64url; null when it is none.
 * @param buffer Node's buffers where there are any; `null` takes what every platform has
 */
export function fromBase64Url(
  encoded: string,
  buffer: typeof Buffer | null | undefined = nodeBuffer(),
): string | null {
  if (!/^[A-Za-z0-9_-]*$/.test(encoded) || encoded.length % 4 === 1) return null;
  const bytes = buffer ? buffer.from(encoded, "base64url") : decodeAnywhere(encoded);
  // Made at the first use: a decoder costs more than most texts it decodes.
  utf8 ??= new TextDecoder("utf-8", { fatal: true });
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function encodeField(text: string): string {
  return PLAIN.test(text) ? text : `*${toBase64Url(text)}`;
}

function decodeField(field: string): string | null {
  return field.startsWith("*") ? fromBase64Url(field.slice(1)) : field;
}

/**
 * Writes a session as text that cookies and `encodeURIComponent` leave as it is, so that its
 * length is what the browser counts: `expiresAt~count~event~refreshToken~accessToken`.
 */
export function encodeSession(session: StoredSession): string {
  return [
    String(Math.floor(session.expiresAt)),
    String(session.event.count),
    session.event.name,
    encodeField(session.refreshToken),
    encodeField(session.accessToken),
  ].join("~");
}

/** Reads what {@link encodeSession} wrote; null when it is something else. */
export function decodeSession(text: string): StoredSession | null {
  const parts = FORM.exec(text);
  if (!parts) return null;
  const [, expiry, count, name, refresh, access] = parts as unknown as Parts;
  const refreshToken = decodeField(refresh);
  const accessToken = decodeField(access);
  if (!refreshToken || !accessToken) return null;
  return {
    accessToken,
    refreshToken,
    expiresAt: Number(expiry),
    event: { count: Number(count), name },
  };
}
