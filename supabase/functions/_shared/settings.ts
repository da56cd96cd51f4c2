import { z } from "zod";

/** Keys by name, without empty ones. Unreadable JSON counts as none: the older variables remain. */
const namedKeys = z
  .string()
  .default("{}")
  .transform((text) => z.record(z.string(), z.string()).safeParse(parseJson(text)).data ?? {})
  .transform((keys) => Object.entries(keys).filter(([, key]) => key !== ""));

/** Sender where no email leaves the machine. */
const LOCAL_SENDER = "mail@dossier.example";
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "kong"]);

const schema = z.object({
  SUPABASE_URL: z.url(),
  /** JSON, keys by name. Absent on older projects, which have the next two instead. */
  SUPABASE_PUBLISHABLE_KEYS: namedKeys,
  SUPABASE_SECRET_KEYS: namedKeys,
  SUPABASE_ANON_KEY: z.string().default(""),
  SUPABASE_SERVICE_ROLE_KEY: z.string().default(""),
  SITE_URL: z.url(),
  MAIL_API_URL: z.url(),
  MAIL_API_KEY: z.string().min(1),
  MAIL_FROM: z.string().min(3).default(LOCAL_SENDER),
  MAIL_WEBHOOK_SECRET: z.string().optional(),
  SEND_EMAIL_HOOK_SECRET: z.string().optional(),
});

/** What a deployment configures; see docs/deployment. */
export interface Settings {
  supabaseUrl: string;
  /** Key of calls for a user, whose own token goes with it. */
  publishableKey: string;
  /** Key of calls as the service. */
  secretKey: string;
  /**
   * Every key whose bearer acts as the service. The legacy service_role key is one of them only on a
   * project without secret keys: the platform still hands it to functions after it was disabled.
   */
  serviceKeys: readonly string[];
  /** Address of the web app, without a trailing slash. */
  siteUrl: string;
  mailApiUrl: string;
  mailApiKey: string;
  /** Bare address; the firm's name is put before it. */
  mailFrom: string;
  /** Signs what the mail service reports (`whsec_…`); undefined: reports are not taken. */
  webhookSecret: string | undefined;
  /** Signs what Auth asks to send (`v1,whsec_…`, several with `|` between); undefined: nothing is sent. */
  hookSecret: string | undefined;
}

/**
 * Reads the environment once.
 * @throws Error naming the first variable that is missing or malformed, never its value
 */
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
  // An email service refuses a domain that is not its customer's, one email after the other.
  const isLocal = LOCAL_HOSTS.has(new URL(values.SUPABASE_URL).hostname);
  if (!isLocal && values.MAIL_FROM === LOCAL_SENDER) throw missing("MAIL_FROM");
  return {
    supabaseUrl: values.SUPABASE_URL.replace(/\/+$/, ""),
    publishableKey: publishable.own,
    secretKey: secret.own,
    serviceKeys: secret.all,
    siteUrl: values.SITE_URL.replace(/\/+$/, ""),
    mailApiUrl: values.MAIL_API_URL,
    mailApiKey: values.MAIL_API_KEY,
    mailFrom: values.MAIL_FROM,
    webhookSecret: values.MAIL_WEBHOOK_SECRET || undefined,
    hookSecret: values.SEND_EMAIL_HOOK_SECRET || undefined,
  };
}

/** `own` is the key named `default`, else the first one, else the legacy key. */
function keysOf(named: readonly [string, string][], legacy: string) {
  if (named.length === 0) return { own: legacy, all: [legacy] };
  return {
    own: Object.fromEntries(named).default ?? named[0]?.[1] ?? legacy,
    all: named.map(([, key]) => key),
  };
}

const missing = (name: string) => new Error(`Environment: ${name} is missing or malformed`);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
