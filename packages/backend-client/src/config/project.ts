export function refuse(name: string, why: string): never {
  throw new TypeError(`${name} ${why}.`);
}

export function roleOf(key: string): string | null {
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

export function parseUrl(text: string, name: string): string {
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    return refuse(name, "is not a URL; write it like https://ref.supabase.co");
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    refuse(name, "must begin with https:// or http://");
  }
  if (parsed.username !== "" || parsed.password !== "")
    refuse(name, "must not contain credentials");
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}

export function isSecretKey(text: string): boolean {
  return text.startsWith("sb_secret_") || roleOf(text) === "service_role";
}

export function parseKey(text: string, name: string): string {
  if (isSecretKey(text)) {
    refuse(name, "is a secret key; use the publishable or the anon key");
  }
  if (text === "" || /\s/.test(text)) refuse(name, "is empty or contains spaces");
  return text;
}
