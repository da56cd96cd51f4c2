import { z } from "zod";

/** Invalid JSON counts as no keys, so the older variables for a single key apply. */
const namedKeys = z
  .string()
  .default("{}")
  .transform((text) => z.record(z.string(), z.string()).safeParse(parseJson(text)).data ?? {})
  .transform((keys) => Object.entries(keys).filter(([, key]) => key !== ""));

/** No one can own a domain in `.example`. */
const LOCAL_SENDER = "mail@dossier.example";
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "kong"]);

const schema = z.object({
  SUPABASE_URL: z.url(),
  /** Older projects have only SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY. */
  SUPABASE_PUBLISHABLE_KEYS: namedKeys,
  SUPABASE_SECRET_KEYS: namedKeys,
  SUPABASE_ANON_KEY: z.string().default(""),
  SUPABASE_SERVICE_ROLE_KEY: z.string().default(""),
  SITE_URL: z.url(),
  EMAIL_API_URL: z.url(),
  EMAIL_API_KEY: z.string().min(1),
  EMAIL_FROM: z.string().min(3).default(LOCAL_SENDER),
  EMAIL_WEBHOOK_SECRET: z.string().optional(),
  SEND_EMAIL_HOOK_SECRET: z.string().optional(),
});

export interface Settings {
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  /**
   * Includes the legacy service_role key only if the project has no secret keys, because the
   * platform passes a disabled legacy key to functions too.
   */
  serviceKeys: readonly string[];
  siteUrl: string;
  emailApiUrl: string;
  emailApiKey: string;
  /** The sender's address, without a display name. */
  emailFrom: string;
  /**
   * Verifies reports from the email service (`whsec_…`). If undefined, email-webhook rejects all
   * reports.
   */
  webhookSecret: string | undefined;
  /**
   * Secrets that verify calls of Auth's Send Email hook (`v1,whsec_…`, separated by `|`). If
   * undefined, auth-email sends no emails.
   */
  hookSecret: string | undefined;
}

/** @throws Error with the name of the first missing or malformed variable, but not its value */
export function readSettings(environment: Readonly<Record<string, string>>): Settings {
  const result = schema.safeParse(environment);
  if (!result.success) {
    throw missing(result.error.issues[0]?.path.join(".") ?? "a variable");
  }
  const values = result.data;
  const publishable = keysOf(values.SUPABASE_PUBLISHABLE_KEYS, values.SUPABASE_ANON_KEY);
  const secret = keysOf(values.SUPABASE_SECRET_KEYS, values.SUPABASE_SERVICE_ROLE_KEY);
  if (publishable.own === "") throw missing("SUPABASE_PUBLISHABLE_KEYS");
  if (secret.own === "") throw missing("SUPABASE_SECRET_KEYS");
  // The email service rejects every email if the operator does not own the sender's domain.
  const isLocal = LOCAL_HOSTS.has(new URL(values.SUPABASE_URL).hostname);
  if (!isLocal && values.EMAIL_FROM === LOCAL_SENDER) throw missing("EMAIL_FROM");
  return {
    supabaseUrl: values.SUPABASE_URL.replace(/\/+$/, ""),
    publishableKey: publishable.own,
    secretKey: secret.own,
    serviceKeys: secret.all,
    siteUrl: values.SITE_URL.replace(/\/+$/, ""),
    emailApiUrl: values.EMAIL_API_URL,
    emailApiKey: values.EMAIL_API_KEY,
    emailFrom: values.EMAIL_FROM,
    webhookSecret: values.EMAIL_WEBHOOK_SECRET || undefined,
    hookSecret: values.SEND_EMAIL_HOOK_SECRET || undefined,
  };
}

/** Functions use `own`: the key named `default`, the first named key, or the legacy key. */
function keysOf(named: readonly [string, string][], legacy: string) {
  if (named.length === 0) return { own: legacy, all: [legacy] };
  return {
    own: Object.fromEntries(named).default ?? named[0]?.[1] ?? legacy,
    all: named.map(([, key]) => key),
  };
}

const missing = (name: string) =>
  new Error(
    `The environment variable ${name} is missing or malformed. Set it as docs/deployment.md describes.`,
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
