import { type BackendConfig, configSchema } from "./schema.ts";

/**
 * Keys that cause no warning: the local backend does not need them, or `unsupportedKeys` warns
 * about their section. An entry also covers all keys below it.
 */
const SILENT = [
  ...["db.shadow_port", "db.health_timeout", "db.root_key"],
  ...["db.pooler", "db.network_restrictions", "db.ssl_enforcement"],
  ...["realtime.ip_version", "realtime.max_header_length"],
  ...["studio", "inbucket", "local_smtp", "analytics", "experimental", "remotes", "api.tls"],
  ...["storage.image_transformation", "storage.s3_protocol", "storage.analytics", "storage.vector"],
  ...["auth.captcha", "auth.sms", "auth.mfa.phone", "auth.mfa.web_authn", "auth.oauth_server"],
  ...["auth.external.*", "auth.hook.*", "auth.third_party.*", "auth.web3.*", "auth.email.smtp"],
  ...["edge_runtime.policy", "edge_runtime.inspector_port"],
].map((key) => key.split("."));

const NOTIFICATIONS: ReadonlySet<string> = new Set([
  "password_changed",
  "email_changed",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
]);

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function isSilent(path: readonly string[]): boolean {
  return SILENT.some((known) => known.every((name, index) => name === "*" || name === path[index]));
}

interface Shape {
  def: {
    type: string;
    shape?: Record<string, unknown>;
    innerType?: unknown;
    in?: unknown;
    valueType?: unknown;
  };
}

function coreOf(type: unknown): Shape["def"] {
  const { def } = type as Shape;
  const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  return inner === undefined ? def : coreOf(inner);
}

export function* unknownKeys(
  value: unknown,
  type: unknown = configSchema,
  path: readonly string[] = [],
): Generator<string> {
  if (!isTable(value)) return;
  const { shape, valueType } = coreOf(type);
  if (shape === undefined && valueType === undefined) return;
  for (const [name, item] of Object.entries(value)) {
    const here = [...path, name];
    const inner = shape === undefined ? valueType : shape[name];
    if (inner !== undefined) yield* unknownKeys(item, inner, here);
    else if (!isSilent(here)) yield here.join(".");
  }
}

export function* unsupportedKeys(config: BackendConfig): Generator<string> {
  if (config.api.tls.enabled) yield "api.tls";
  if (config.db.pooler.enabled) yield "db.pooler";
  if (config.db.network_restrictions.enabled) yield "db.network_restrictions";
  if (config.db.major_version !== 17) yield `db.major_version = ${config.db.major_version}`;
  if (config.studio.enabled) yield "studio";
  if (config.storage.image_transformation.enabled) yield "storage.image_transformation";
  if (config.storage.s3_protocol.enabled) yield "storage.s3_protocol";
  if (config.storage.analytics.enabled) yield "storage.analytics";
  if (config.storage.vector.enabled) yield "storage.vector";
  if (config.auth.enable_manual_linking) yield "auth.enable_manual_linking";
  for (const [name, entry] of Object.entries(config.auth.email.notification)) {
    if (entry.enabled && !NOTIFICATIONS.has(name)) yield `auth.email.notification.${name}`;
  }
  if (config.auth.captcha.enabled) yield "auth.captcha";
  if (config.auth.sms.enable_signup) yield "auth.sms";
  if (config.auth.oauth_server.enabled) yield "auth.oauth_server";
  if (config.auth.mfa.phone.enroll_enabled) yield "auth.mfa.phone";
  if (config.auth.mfa.web_authn.enroll_enabled) yield "auth.mfa.web_authn";
  for (const group of ["external", "hook", "third_party", "web3"] as const) {
    for (const [name, entry] of Object.entries(config.auth[group])) {
      if (entry.enabled && name !== "send_email") yield `auth.${group}.${name}`;
    }
  }
  const { deno_version } = config.edge_runtime;
  if (deno_version !== 2) yield `edge_runtime.deno_version = ${deno_version}`;
  if (config.analytics.enabled) yield "analytics";
}
