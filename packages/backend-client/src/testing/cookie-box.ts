interface StoredCookie {
  name: string;
  value: string;
  domain: string;
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
  endsAt: number;
}

export interface CookiePlace {
  host: string;
  isHttps: boolean;
  path: string;
}

export type CookieBox = StoredCookie[];

const isAddress = (host: string): boolean => /^[\d.]+$|:|^\[/.test(host);

/** @see RFC 6265 §5.1.3 */
function matchesDomain(host: string, domain: string): boolean {
  return host === domain || (!isAddress(host) && host.endsWith(`.${domain}`));
}

/** @see RFC 6265 §5.1.4 */
function matchesPath(path: string, wanted: string): boolean {
  return path === wanted || path.startsWith(wanted.endsWith("/") ? wanted : `${wanted}/`);
}

export function parseCookieLine(line: string) {
  const [pair = "", ...rest] = line.split(";");
  const at = pair.indexOf("=");
  const attributes = new Map(
    rest.map((attribute) => {
      const [key = "", ...value] = attribute.split("=");
      return [key.trim().toLowerCase(), value.join("=").trim()];
    }),
  );
  return { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim(), attributes };
}

function lifetimeMs(attributes: Map<string, string>, wallMs: number): number {
  const age = attributes.get("max-age");
  if (age !== undefined) return Number(age) * 1000;
  const expires = attributes.get("expires");
  return expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires) - wallMs;
}

/** @see draft-ietf-httpbis-rfc6265bis §5.7 */
export function storeCookie(
  box: CookieBox,
  line: string,
  from: CookiePlace & { nowMs: number },
): void {
  const { name, value, attributes } = parseCookieLine(line);
  const given = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase();
  const isSecure = attributes.has("secure");
  const path = attributes.get("path")?.startsWith("/") ? (attributes.get("path") ?? "/") : "/";
  if (isSecure && !from.isHttps) return;
  if (given !== "" && !matchesDomain(from.host, given)) return;
  if (given !== "" && given !== from.host && !given.includes(".")) return;
  if (/^__secure-/i.test(name) && !isSecure) return;
  if (/^__host-/i.test(name) && (!isSecure || given !== "" || path !== "/")) return;
  const isHostOnly = given === "" || isAddress(from.host);
  const domain = isHostOnly ? from.host : given;
  const isShadowed = box.some(
    (other) =>
      other.name === name &&
      other.isSecure &&
      (matchesDomain(other.domain, domain) || matchesDomain(domain, other.domain)) &&
      matchesPath(path, other.path),
  );
  if (isShadowed && !from.isHttps) return;
  const at = box.findIndex(
    (other) =>
      other.name === name &&
      other.domain === domain &&
      other.isHostOnly === isHostOnly &&
      other.path === path,
  );
  const life = lifetimeMs(attributes, from.nowMs);
  if (life <= 0) {
    if (at !== -1) box.splice(at, 1);
    return;
  }
  const endsAt = from.nowMs + life;
  const cookie = { name, value, domain, isHostOnly, path, isSecure, endsAt };
  if (at === -1) box.push(cookie);
  else box[at] = cookie;
}

export function cookiesFor(box: CookieBox, to: CookiePlace, nowMs: number): StoredCookie[] {
  for (let index = box.length - 1; index >= 0; index--) {
    if ((box[index]?.endsAt ?? 0) <= nowMs) box.splice(index, 1);
  }
  return box
    .filter(
      (cookie) =>
        (cookie.isHostOnly ? cookie.domain === to.host : matchesDomain(to.host, cookie.domain)) &&
        matchesPath(to.path, cookie.path) &&
        (!cookie.isSecure || to.isHttps),
    )
    .sort((a, b) => b.path.length - a.path.length);
}
