import { z } from "zod";
import { compileRedirectPattern } from "./redirect-pattern.ts";
import { parseBytes, parseDurationSeconds } from "./units.ts";

function parsed(what: string, parse: (text: string) => number | undefined) {
  return z.union([z.number().nonnegative(), z.string()]).transform((value, context) => {
    const result = typeof value === "number" ? value : parse(value);
    if (result !== undefined) return result;
    context.addIssue({ code: "custom", message: `is not ${what}` });
    return z.NEVER;
  });
}

const duration = parsed('a duration such as "30s" or "24h"', parseDurationSeconds);
const bytes = parsed('a size such as "50MiB"', parseBytes);
/**
 * Hosted Supabase joins the list with commas and splits it again, so an entry may contain several
 * patterns.
 */
const redirectPatterns = z.string().check((context) => {
  try {
    for (const pattern of context.value.split(",")) compileRedirectPattern(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.issues.push({ code: "custom", message, input: context.value });
  }
});
const port = z.number().int().min(0).max(65_535);
const count = z.number().int().nonnegative();
const switchable = z.object({ enabled: z.boolean().default(false) });
const offered = z.object({ enabled: z.boolean().default(true) });

const api = z.object({
  enabled: z.boolean().default(true),
  port: port.default(54321),
  schemas: z.array(z.string()).default(["public", "graphql_public"]),
  extra_search_path: z.array(z.string()).default(["public", "extensions"]),
  max_rows: count.default(1000),
  /**
   * If true, the API's roles get all rights on new tables, sequences and functions in `public`. If
   * false, migrations must grant the rights on tables and sequences.
   */
  auto_expose_new_tables: z.boolean().default(false),
  tls: switchable.prefault({}),
});

const db = z.object({
  port: port.default(54322),
  major_version: z.number().int().default(17),
  pooler: switchable.prefault({}),
  network_restrictions: switchable.prefault({}),
  migrations: z
    .object({
      enabled: z.boolean().default(true),
      /** Globs of the files that declare the whole schema, relative to `supabase/`. */
      schema_paths: z.array(z.string()).default([]),
    })
    .prefault({}),
  seed: z
    .object({
      enabled: z.boolean().default(true),
      sql_paths: z.array(z.string()).default(["./seed.sql"]),
    })
    .prefault({}),
});

const storage = z.object({
  enabled: z.boolean().default(true),
  file_size_limit: bytes.prefault("50MiB"),
  buckets: z
    .record(
      z.string(),
      z.object({
        public: z.boolean().default(false),
        file_size_limit: bytes.optional(),
        allowed_mime_types: z.array(z.string()).optional(),
        objects_path: z.string().optional(),
      }),
    )
    .default({}),
  image_transformation: switchable.prefault({}),
  s3_protocol: switchable.prefault({}),
  analytics: switchable.prefault({}),
  vector: switchable.prefault({}),
});

const template = z.object({
  subject: z.string().optional(),
  /** Relative to the parent of `supabase/`, as in the Supabase CLI. */
  content_path: z.string().optional(),
  content: z.string().optional(),
});

const email = z.object({
  enable_signup: z.boolean().default(true),
  double_confirm_changes: z.boolean().default(true),
  enable_confirmations: z.boolean().default(false),
  secure_password_change: z.boolean().default(false),
  /** Minimum time between two emails of the same kind to the same user, in seconds. */
  max_frequency: duration.prefault("1s"),
  otp_length: z.number().int().min(6).max(10).default(6),
  /** Lifetime of a code, in seconds. */
  otp_expiry: count.default(3600),
  smtp: z
    .object({
      enabled: z.boolean().default(false),
      admin_email: z.string().optional(),
      sender_name: z.string().optional(),
    })
    .prefault({}),
  template: z.record(z.string(), template).default({}),
  notification: z
    .record(z.string(), template.extend({ enabled: z.boolean().default(false) }))
    .default({}),
});

const rateLimit = z.object({
  /** Per hour, for all users together. Applies only if SMTP is enabled. */
  email_sent: count.default(2),
  sms_sent: count.default(30),
  /** Per IP address and hour. */
  anonymous_users: count.default(30),
  /** Per IP address and five minutes, like the limits below. */
  token_refresh: count.default(150),
  sign_in_sign_ups: count.default(30),
  token_verifications: count.default(30),
  web3: count.default(30),
});

const mfa = z.object({
  max_enrolled_factors: count.default(10),
  totp: z
    .object({
      enroll_enabled: z.boolean().default(false),
      verify_enabled: z.boolean().default(false),
    })
    .prefault({}),
  phone: z.object({ enroll_enabled: z.boolean().default(false) }).prefault({}),
  web_authn: z.object({ enroll_enabled: z.boolean().default(false) }).prefault({}),
});

const hook = z.object({
  enabled: z.boolean().default(false),
  uri: z.string().default(""),
  /** Each secret is `v1,whsec_` followed by a base64 key. `|` separates several secrets. */
  secrets: z.string().default(""),
});

const auth = z.object({
  enabled: z.boolean().default(true),
  /**
   * If set, these six settings replace the generated keys in the data directory.
   * `signing_keys_path` is relative to `supabase/`.
   */
  jwt_secret: z.string().default(""),
  anon_key: z.string().default(""),
  service_role_key: z.string().default(""),
  publishable_key: z.string().default(""),
  secret_key: z.string().default(""),
  signing_keys_path: z.string().default(""),
  /** If true, a request with a secret key may set the caller's address in `sb-forwarded-for`. */
  sb_forwarded_for_enabled: z.boolean().default(false),
  site_url: z.string().default("http://127.0.0.1:3000"),
  additional_redirect_urls: z
    .array(redirectPatterns)
    .transform((entries) => entries.flatMap((entry) => entry.split(",")))
    .default([]),
  /** Lifetime of an access token, in seconds. */
  jwt_expiry: z.number().int().positive().max(604_800).default(3600),
  enable_refresh_token_rotation: z.boolean().default(true),
  /** Time in seconds during which a revoked refresh token may be used again. */
  refresh_token_reuse_interval: count.default(10),
  enable_manual_linking: z.boolean().default(false),
  enable_signup: z.boolean().default(true),
  enable_anonymous_sign_ins: z.boolean().default(false),
  minimum_password_length: count.default(6),
  /**
   * `letters_digits`, `lower_upper_letters_digits` or `lower_upper_letters_digits_symbols`. Empty
   * for no rule.
   */
  password_requirements: z.string().default(""),
  rate_limit: rateLimit.prefault({}),
  sessions: z
    .object({ timebox: duration.optional(), inactivity_timeout: duration.optional() })
    .prefault({}),
  email: email.prefault({}),
  mfa: mfa.prefault({}),
  passkey: switchable.prefault({}),
  webauthn: z
    .object({
      rp_id: z.string().default("localhost"),
      rp_display_name: z.string().default(""),
      rp_origins: z.array(z.string()).default(["http://localhost:3000"]),
    })
    .prefault({}),
  sms: z.object({ enable_signup: z.boolean().default(false) }).prefault({}),
  captcha: switchable.prefault({}),
  external: z.record(z.string(), switchable).default({}),
  /** Only `send_email` is supported. */
  hook: z.record(z.string(), hook).default({}),
  third_party: z.record(z.string(), switchable).default({}),
  web3: z.record(z.string(), switchable).default({}),
  oauth_server: switchable.prefault({}),
});

const edgeFunction = z.object({
  enabled: z.boolean().default(true),
  verify_jwt: z.boolean().default(true),
  /** Relative to `supabase/`, like `entrypoint`. */
  import_map: z.string().optional(),
  entrypoint: z.string().optional(),
});

export const configSchema = z.object({
  project_id: z.string().default("local"),
  api: api.prefault({}),
  db: db.prefault({}),
  realtime: offered.prefault({}),
  studio: switchable.prefault({}),
  /** `inbucket` and `local_smtp` configure the CLI's email server, which the mailbox replaces. */
  inbucket: offered.prefault({}),
  local_smtp: offered.prefault({}),
  storage: storage.prefault({}),
  auth: auth.prefault({}),
  edge_runtime: z
    .object({
      enabled: z.boolean().default(true),
      deno_version: z.number().int().default(2),
      secrets: z.record(z.string(), z.string()).default({}),
    })
    .prefault({}),
  functions: z.record(z.string(), edgeFunction).default({}),
  analytics: switchable.prefault({}),
});

/** The parsed config.toml, with the same names. Durations are in seconds, sizes in bytes. */
export type BackendConfig = z.output<typeof configSchema>;

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

/** Settings that override config.toml, with the same names: `{ auth: { jwt_expiry: 5 } }`. */
export type ConfigOverrides = DeepPartial<z.input<typeof configSchema>>;
