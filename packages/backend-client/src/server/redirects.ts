const BASE = "http://same-origin.invalid";
/** Control characters, spaces and backslashes: browsers drop or turn them, so none may stand here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\ufeff]/;

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isPlainPath(path: string): boolean {
  return path.startsWith("/") && !path.startsWith("//") && !FORBIDDEN.test(path);
}

/**
 * Narrows a `next` parameter to a path of this site.
 * Refused: other origins in any spelling (scheme, `//`, backslash, userinfo), control characters,
 * and paths that become such a thing when a proxy decodes them once or twice more.
 * @param value anything, typically a query or form value
 * @param fallback path used instead; default `/`
 * @returns a path with query and fragment, normalised, that begins with exactly one slash
 */
export function safeNext(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || value.length > 2048 || !isPlainPath(value)) return fallback;
  const url = new URL(value, BASE);
  // Stryker disable next-line ConditionalExpression: a second lock; the first lets nothing reach it
  if (url.origin !== BASE) return fallback;
  let path = url.pathname;
  for (let round = 0; round < 3; round++) {
    if (path.startsWith("//") || path.includes("\\") || /^\/[\t\r\n]/.test(path)) return fallback;
    path = decodeOnce(path);
  }
  return url.pathname + url.search + url.hash;
}

/** Whether a path lies below the handlers' own, where a redirect back would run in circles. */
export function isBelow(path: string, basePath: string): boolean {
  const pathname = path.replace(/[?#].*/s, "");
  return pathname === basePath || pathname.startsWith(`${basePath}/`);
}
