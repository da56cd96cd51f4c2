import { hash } from "node:crypto";
import type { BackendKeys } from "../keys/key-file.ts";

export interface Presented {
  method: string;
  /** Full path without the query. */
  path: string;
  authorization: string | undefined;
  /** From the header or the query. */
  apikey: string | undefined;
}

export interface Caller {
  /** Token for the services: the caller's own, or the one that belongs to the API key. */
  bearer?: string;
  apiKeyRole?: "anon" | "service_role";
  /** True if the request has the secret key. Only then is a forwarded address trusted. */
  isSecret: boolean;
}

/** Worded as by hosted Supabase's gateway. */
export interface KeyRefusal {
  message: string;
  hint: string;
}

interface OpenRoute {
  methods?: readonly string[];
  path: RegExp;
}

/** Paths without an API key: they have their own credentials or are public by design. */
const OPEN: readonly OpenRoute[] = [
  { path: /^\/auth\/v1\/(verify|health|\.well-known\/(jwks\.json|openid-configuration))$/ },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/(info\/)?public\// },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/sign\// },
  // Not supported; storage returns a better error than a missing key.
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/render\/image\/(public|sign)\// },
  { methods: ["PUT"], path: /^\/storage\/v1\/object\/upload\/sign\// },
  { path: /^\/storage\/v1\/upload\/resumable\/sign(\/|$)/ },
  { path: /^\/functions\/v1\// },
  { path: /^\/mailbox(\/|$)/ },
];

/** Objects by name: storage serves public buckets and requires a token for others. */
const STORED: OpenRoute = {
  methods: ["GET", "HEAD"],
  path: /^\/storage\/v1\/object\/(?!(info\/)?authenticated\/)/,
};

/** Returns the caller, or the reason to refuse the credentials. */
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
    // As on hosted, any other scheme counts as no token. For Auth, a key is one only as a bearer
    // token; of the new keys also without `Authorization`.
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
  // Storage checks tokens itself, and refuses calls without one in its own words: resumable uploads
  // are documented with `Authorization` only.
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

/** Looks keys up by digest, so that timing reveals nothing about a similar key. */
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
