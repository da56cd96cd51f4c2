import { hash } from "node:crypto";
import type { BackendKeys } from "../keys/key-file.ts";

export interface Presented {
  method: string;
  /** The full path, without the query. */
  path: string;
  authorization: string | undefined;
  /** The API key from the header or the query. */
  apikey: string | undefined;
}

export interface Caller {
  /** The token for the services: the caller's own token, or the token of the API key. */
  bearer?: string;
  apiKeyRole?: "anon" | "service_role";
  /**
   * True if the request has the secret key. Only then does the gateway trust a forwarded address.
   */
  isSecret: boolean;
}

/** An error body with the texts of hosted Supabase's gateway. */
export interface KeyRefusal {
  message: string;
  hint: string;
}

interface OpenRoute {
  methods?: readonly string[];
  path: RegExp;
}

/**
 * Paths that need no API key, because their services check other credentials or because the paths
 * are public.
 */
const OPEN: readonly OpenRoute[] = [
  { path: /^\/auth\/v1\/(verify|health|\.well-known\/(jwks\.json|openid-configuration))$/ },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/(info\/)?public\// },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/sign\// },
  // The local backend does not transform images. Storage returns a more helpful error than the
  // gateway would.
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/render\/image\/(public|sign)\// },
  { methods: ["PUT"], path: /^\/storage\/v1\/object\/upload\/sign\// },
  { path: /^\/storage\/v1\/upload\/resumable\/sign(\/|$)/ },
  { path: /^\/functions\/v1\// },
  { path: /^\/mailbox(\/|$)/ },
];

/**
 * Matches requests that read an object by its name. Storage serves public buckets without a token,
 * and requires a token for private buckets.
 */
const STORED: OpenRoute = {
  methods: ["GET", "HEAD"],
  path: /^\/storage\/v1\/object\/(?!(info\/)?authenticated\/)/,
};

/** Returns the caller, or the reason why the gateway refuses the credentials. */
export function identify(
  presented: Presented,
  keys: BackendKeys,
  areLegacyKeysAllowed = true,
): Caller | KeyRefusal {
  const { method, path, apikey } = presented;
  const own = /^Bearer +(.+)$/i.exec(presented.authorization ?? "")?.[1]?.trim();
  const isOwnToken = own !== undefined && !own.startsWith("sb_");
  const bearerKey = own?.startsWith("sb_") ? resolveKey(own, keys) : undefined;
  const key = apikey === undefined ? undefined : resolveKey(apikey, keys);
  const isRefused = key?.isLegacy === true && !areLegacyKeysAllowed;
  if (key && !isRefused) {
    // As on hosted Supabase, an Authorization header with a scheme other than Bearer is ignored.
    // Without a bearer token, most services get the token of the API key. Auth gets the token of
    // the API key only if there is no Authorization header and the key is not a legacy key.
    const isForAuth = path.startsWith("/auth/v1/");
    const isImplied = !isForAuth || (presented.authorization === undefined && !key.isLegacy);
    const bearer = own === undefined ? isImplied && key.token : (bearerKey?.token ?? own);
    return {
      ...(bearer === false ? {} : { bearer }),
      apiKeyRole: key.role,
      isSecret: key.isSecret,
    };
  }
  const matches = (route: OpenRoute) =>
    (route.methods?.includes(method) ?? true) && route.path.test(path);
  // Storage checks tokens itself and returns its own error for a request without a token. The
  // documented requests for resumable uploads have an Authorization header but no API key.
  const isBare = presented.authorization === undefined;
  const isForStorage =
    apikey === undefined &&
    (matches(STORED) || ((isOwnToken || isBare) && path.startsWith("/storage/v1/")));
  const isOpen = method === "OPTIONS" || isForStorage || OPEN.some(matches);
  if (isOpen) return { ...(isOwnToken ? { bearer: own } : {}), isSecret: false };
  if (apikey === undefined) {
    return {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    };
  }
  if (isRefused) {
    return {
      message: "Legacy API keys are disabled",
      hint: "Use the publishable or a secret key (sb_publishable_…, sb_secret_…).",
    };
  }
  return {
    message: "Invalid API key",
    hint: "Double check your Supabase `anon` or `service_role` API key.",
  };
}

interface KnownKey {
  role: "anon" | "service_role";
  token: string;
  isSecret: boolean;
  isLegacy: boolean;
}

/**
 * The backend's keys by digest. The time of a lookup by digest does not reveal how many characters
 * of a guessed key are correct.
 */
const known = new WeakMap<BackendKeys, Map<string, KnownKey>>();

const digest = (text: string) => hash("sha256", text, "base64");

function resolveKey(apikey: string, keys: BackendKeys): KnownKey | undefined {
  let byDigest = known.get(keys);
  if (!byDigest) {
    const anon = { role: "anon", token: keys.anon, isSecret: false } as const;
    const service = { role: "service_role", token: keys.serviceRole } as const;
    byDigest = new Map<string, KnownKey>([
      [digest(keys.publishable), { ...anon, isLegacy: false }],
      [digest(keys.anon), { ...anon, isLegacy: true }],
      [digest(keys.serviceRole), { ...service, isSecret: false, isLegacy: true }],
      [digest(keys.secret), { ...service, isSecret: true, isLegacy: false }],
    ]);
    known.set(keys, byDigest);
  }
  return byDigest.get(digest(apikey));
}
