const BASE = "http://same-origin.invalid";
/**
 * Browsers and proxies may remove these characters from a URL, and browsers turn a backslash into a
 * slash. The result could be a URL of another site.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\ufeff]/;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Decodes ASCII escapes even if the path also has malformed escapes, as lenient proxies do. */
function decodeLeniently(path: string): string {
  return path.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
}

function staysHere(path: string, decodings: number): boolean {
  if (path.includes("\\") || !URL.canParse(path, BASE)) return false;
  const { origin, pathname } = new URL(path, BASE);
  if (origin !== BASE || pathname.startsWith("//")) return false;
  if (decodings === 0) return true;
  // Some proxies decode the path as they receive it. Others resolve dot segments first.
  return [path, pathname].every((seen) => staysHere(decodeLeniently(seen), decodings - 1));
}

function isPlainPath(path: string): boolean {
  return path.startsWith("/") && !path.startsWith("//") && !FORBIDDEN.test(path);
}

/**
 * Returns a path of this site from a `next` parameter. Refuses every spelling of another origin,
 * even if it appears only after a proxy has decoded the path twice. Also refuses control
 * characters, malformed escapes in the path, and values of more than 2048 characters.
 * @param value anything, typically a query or form value
 * @param fallback path to return for a refused value; default `/`
 * @returns a normalized path with query and fragment that starts with exactly one slash
 */
export function safeNext(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || value.length > 2048 || !isPlainPath(value)) return fallback;
  const url = new URL(value, BASE);
  if (!isDecodable(url.pathname) || !staysHere(url.pathname, 2)) return fallback;
  return url.pathname + url.search + url.hash;
}

export function isBelow(path: string, basePath: string): boolean {
  const pathname = path.replace(/[?#].*/s, "");
  return pathname === basePath || pathname.startsWith(`${basePath}/`);
}

export function withoutAppPath(path: string, { appPath }: { appPath: string }): string {
  if (appPath === "" || !isBelow(path, appPath)) return path;
  const rest = path.slice(appPath.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Returns the path for the redirect after a sign-in form, checked by {@link safeNext}.
 * @param form the submitted form, with `next` in a hidden field
 * @param fallback path to return without a valid `next`; default `/`
 * @example
 * const form = await request.formData();
 * return Response.redirect(new URL(returnTo(form, "/requests"), request.url), 303);
 */
export function returnTo(form: Pick<FormData, "get">, fallback = "/"): string {
  return safeNext(form.get("next"), fallback);
}
