import { z } from "zod";

const schema = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_ANON_KEY: z.string().min(1),
  SUPABASE_SERVICE_ROLE_KEY: z.string().min(1),
  /** The newer keys by name, as JSON; absent on older projects. */
  SUPABASE_SECRET_KEYS: z.string().default("{}"),
  SITE_URL: z.url(),
  MAIL_API_URL: z.url(),
  MAIL_API_KEY: z.string().min(1),
  MAIL_FROM: z.string().min(3).default("mail@dossier.example"),
  MAIL_WEBHOOK_SECRET: z.string().optional(),
  SEND_EMAIL_HOOK_SECRET: z.string().optional(),
});

/** What a deployment configures; see docs/deployment. */
export interface Settings {
  supabaseUrl: string;
  anonKey: string;
  serviceKey: string;
  /** Every key whose bearer acts as the service. */
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
    throw new Error(
      `Environment: ${result.error.issues[0]?.path.join(".")} is missing or malformed`,
    );
  }
  const values = result.data;
  const named = z.record(z.string(), z.string()).safeParse(parseJson(values.SUPABASE_SECRET_KEYS));
  return {
    supabaseUrl: values.SUPABASE_URL.replace(/\/+$/, ""),
    anonKey: values.SUPABASE_ANON_KEY,
    serviceKey: values.SUPABASE_SERVICE_ROLE_KEY,
    serviceKeys: [
      values.SUPABASE_SERVICE_ROLE_KEY,
      ...(named.success ? Object.values(named.data).filter((key) => key !== "") : []),
    ],
    siteUrl: values.SITE_URL.replace(/\/+$/, ""),
    mailApiUrl: values.MAIL_API_URL,
    mailApiKey: values.MAIL_API_KEY,
    mailFrom: values.MAIL_FROM,
    webhookSecret: values.MAIL_WEBHOOK_SECRET || undefined,
    hookSecret: values.SEND_EMAIL_HOOK_SECRET || undefined,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
