/**
 * Refuses a configuration that cannot work.
 * @throws TypeError with one sentence that names the value but never repeats it
 */
export function refuse(name: string, why: string): never {
  throw new TypeError(`${name} ${why}.`);
}

/** Decodes the role of a JWT-shaped key without verifying it. Returns null for other keys. */
function roleOf(key: string): string | null {
  const payload = key.split(".")[1];
  if (!key.startsWith("eyJ") || payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return typeof claims === "object" && claims !== null && "role" in claims
      ? String(claims.role)
      : null;
  } catch {
    return null;
  }
}

/**
 * Narrows a text to a project's address.
 * @param name name of the text at its source
 * @returns origin and path, without a trailing slash
 */
export function parseUrl(text: string, name: string): string {
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    return refuse(name, "is not an address; give it as https://ref.supabase.co");
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    refuse(name, "must begin with https:// or http://");
  }
  if (parsed.username !== "" || parsed.password !== "") refuse(name, "must not hold a password");
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}

/**
 * Narrows a text to a project's public key.
 * @param name name of the text at its source
 */
export function parseKey(text: string, name: string): string {
  if (text.startsWith("sb_secret_") || roleOf(text) === "service_role") {
    refuse(name, "is a secret key; give the publishable or anonymous one");
  }
  if (text === "" || /\s/.test(text)) refuse(name, "is empty or contains spaces");
  return text;
}
