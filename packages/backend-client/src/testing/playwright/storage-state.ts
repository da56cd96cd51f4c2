import { parseCookieLine } from "../cookie-box.js";

/** A cookie in Playwright's storage state. */
export interface StoredCookie {
  /** Name of the cookie. */
  name: string;
  /** The encoded value. */
  value: string;
  /** Host name. With a leading dot, a domain whose hosts share the cookie. */
  domain: string;
  /** The cookie's Path attribute. */
  path: string;
  /** Expiry in seconds since the epoch. -1 if the cookie expires when the browser closes. */
  expires: number;
  /** True if scripts cannot read the cookie. */
  httpOnly: boolean;
  /** True if browsers send the cookie over https only. */
  secure: boolean;
  /** The SameSite attribute. */
  sameSite: "Strict" | "Lax" | "None";
}

/** Playwright's storage state, for `storageState` of a browser context. */
export interface StorageState {
  /** The cookies of the session. */
  cookies: StoredCookie[];
  /** Always empty, because the SDK stores no tokens in `localStorage`. */
  origins: never[];
}

export function toStorageState(
  lines: readonly string[],
  { baseURL, nowMs }: { baseURL: string; nowMs: number },
): StorageState {
  const cookies = lines.flatMap((line): StoredCookie[] => {
    const { name, value, attributes } = parseCookieLine(line);
    const maxAge = Number(attributes.get("max-age") ?? -1);
    if (maxAge === 0) return [];
    const domain = attributes.get("domain");
    return [
      {
        name,
        value,
        domain: domain === undefined ? new URL(baseURL).hostname : `.${domain}`,
        path: attributes.get("path") ?? "/",
        expires: maxAge < 0 ? -1 : Math.floor(nowMs / 1000) + maxAge,
        httpOnly: attributes.has("httponly"),
        secure: attributes.has("secure"),
        sameSite: "Lax",
      },
    ];
  });
  return { cookies, origins: [] };
}
