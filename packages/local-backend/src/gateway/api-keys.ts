import { hash } from "node:crypto";
import type { BackendKeys } from "../keys/key-file.ts";

/** What a request presents. */
export interface Presented {
  method: string;
  /** Path with prefix, without query. */
  path: string;
  authorization: string | undefined;
  /** From the header; for WebSockets also from the query. */
  apikey: string | undefined;
}

/** Who calls, as far as the API key tells. */
export interface Caller {
  /** Token the services verify: the caller's own, or the one the API key stands for. */
  bearer?: string;
  apiKeyRole?: "anon" | "service_role";
  /** Whether the opaque secret key was shown: only then a forwarded address counts. */
  isSecret: boolean;
}

/** The body of a 401, in the words of hosted Supabase's gateway. */
export interface KeyRefusal {
  message: string;
  hint: string;
}

interface OpenRoute {
  methods?: readonly string[];
  path: RegExp;
}

/** Paths that need no API key: they carry their own proof, or are public by design. */
const OPEN: readonly OpenRoute[] = [
  { path: /^\/auth\/v1\/(verify|health|\.well-known\/jwks\.json)$/ },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/(info\/)?public\// },
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/object\/sign\// },
  // Not offered, which storage says better than a missing key.
  { methods: ["GET", "HEAD"], path: /^\/storage\/v1\/render\/image\/(public|sign)\// },
  { methods: ["PUT"], path: /^\/storage\/v1\/object\/upload\/sign\// },
  { path: /^\/storage\/v1\/upload\/resumable\/sign(\/|$)/ },
  { path: /^\/functions\/v1\// },
  { path: /^\/mailbox(\/|$)/ },
];

/** Objects by name: the storage service opens public buckets, and asks for a token at others. */
const STORED: OpenRoute = {
  methods: ["GET", "HEAD"],
  path: /^\/storage\/v1\/object\/(?!(info\/)?authenticated\/)/,
};

/**
 * Maps the presented keys to a caller, or says why not.
 * @param areLegacyKeysAllowed whether the anon and service_role keys count as API keys
 */
export function identify(
  presented: Presented,
  keys: BackendKeys,
  areLegacyKeysAllowed = true,
): Caller | KeyRefusal {
  const { method, path, apikey } = presented;
  const own = /^Bearer +(.+)$/i.exec(presented.authorization ?? "")?.[1]?.trim();
  const isOwnToken = own !== undefined && !own.startsWith("sb_");
  // Without one, or with an API key in its place, the key stands in.
  const isKeyWanted = presented.authorization === undefined || own?.startsWith("sb_") === true;
  const key = apikey === undefined ? undefined : resolveKey(apikey, keys);
  const isRefused = key?.isLegacy === true && !areLegacyKeysAllowed;
  if (key && !isRefused) {
    const bearer = isKeyWanted ? key.token : own;
    return {
      ...(bearer === undefined ? {} : { bearer }),
      apiKeyRole: key.role,
      isSecret: key.isSecret,
    };
  }
  const matches = (route: OpenRoute) =>
    (route.methods?.includes(method) ?? true) && route.path.test(path);
  // Storage checks tokens itself: resumable uploads are documented with an Authorization only.
  const isForStorage =
    apikey === undefined && (matches(STORED) || (isOwnToken && path.startsWith("/storage/v1/")));
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

/** By digest: how long a look-up takes says nothing about a key that is nearly right. */
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
