import { hash } from "node:crypto";
import type { BackendKeys } from "../keys/key-file.ts";

export interface Presented {
  method: string;
  path: string;
  authorization: string | undefined;
  apikey: string | undefined;
}

export interface Caller {
  bearer?: string;
  apiKeyRole?: "anon" | "service_role";
  /** True if the caller sent the secret key. Only such callers may forward a client address. */
  isSecret: boolean;
}

export interface KeyRefusal {
  message: string;
  hint: string;
}

interface OpenRoute {
  methods?: readonly string[];
  path: RegExp;
}

/** Paths that are public, or whose services check other credentials. */
const OPEN: readonly OpenRoute[] = [
  { path: /^\/auth\/v1\/(verify|health|\.well-known\/(jwks\.json|openid-configuration))$/ },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/(info\/)?public\// },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/sign\// },
  // For image transformations, Storage returns a more helpful error than the gateway.
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/render\/image\/(public|sign)\// },
  { methods: ["PUT"], path: /^\/storage\/v1\/object\/upload\/sign\// },
  { path: /^\/storage\/v1\/upload\/resumable\/sign(\/|$)/ },
  { path: /^\/functions\/v1\// },
  { path: /^\/mailbox(\/|$)/ },
];

/** Storage serves public buckets without a token. */
const STORED: OpenRoute = {
  methods: ["GET", "HEAD"],
  path: /^\/storage\/v1\/object\/(?!(info\/)?authenticated\/)/,
};

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
    // As on hosted Supabase, only the Bearer scheme counts. Without a bearer token, the service
    // gets the token of the API key. Auth gets this token only if there is no Authorization header
    // and the key is not a legacy key.
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
  // The documented requests for resumable uploads have an Authorization header but no API key.
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
 * Keys by digest. The duration of a lookup by digest does not reveal how much of a guessed key is
 * correct.
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
