import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { type BackendConfig, type ConfigOverrides, configSchema } from "./config-schema.ts";
import { LocalBackendError } from "./errors.ts";

export type { BackendConfig, ConfigOverrides } from "./config-schema.ts";

interface ReadOptions {
  /** Absolute path of the `supabase/` folder. */
  projectDir: string;
  overrides?: ConfigOverrides | undefined;
  /** Where `env(NAME)` looks. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Called once for each enabled key that this backend does not offer. */
  warn(line: string): void;
}

/**
 * Reads `supabase/config.toml`, merges the overrides over it and fills the defaults of the
 * Supabase CLI. A missing file means all defaults.
 * @throws LocalBackendError `bad_config`, naming the key
 */
export function readConfig(options: ReadOptions): BackendConfig {
  const path = join(options.projectDir, "config.toml");
  const merged = merge(readToml(path), options.overrides ?? {});
  const resolved = resolveEnvironment(merged, options.environment, options.warn);
  const result = configSchema.safeParse(resolved);
  if (!result.success) {
    const issue = result.error.issues[0];
    const key = issue?.path.join(".") ?? "";
    throw new LocalBackendError("bad_config", `${path}: ${key}: ${issue?.message ?? "invalid"}`);
  }
  for (const key of findUnsupported(result.data)) {
    options.warn(`config.toml: ${key} is enabled but not offered by the local backend`);
  }
  return result.data;
}

function readToml(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new LocalBackendError("bad_config", `Cannot read ${path}.`, { cause });
  }
  try {
    return parse(text);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.split("\n")[0] : "";
    throw new LocalBackendError("bad_config", `${path} is not valid TOML: ${detail}`, { cause });
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function merge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isTable(base) || !isTable(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) result[key] = merge(base[key], value);
  return result;
}

function resolveEnvironment(
  value: unknown,
  environment: ReadOptions["environment"],
  warn: ReadOptions["warn"],
): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveEnvironment(item, environment, warn));
  if (isTable(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        resolveEnvironment(item, environment, warn),
      ]),
    );
  }
  const name = typeof value === "string" ? /^env\((\w+)\)$/.exec(value)?.[1] : undefined;
  if (name === undefined) return value;
  const found = environment[name];
  if (found === undefined) warn(`config.toml: environment variable ${name} is not set`);
  return found ?? "";
}

function* findUnsupported(config: BackendConfig): Generator<string> {
  if (config.api.tls.enabled) yield "api.tls";
  if (config.db.pooler.enabled) yield "db.pooler";
  if (config.db.major_version !== 17) yield `db.major_version = ${config.db.major_version}`;
  if (config.storage.image_transformation.enabled) yield "storage.image_transformation";
  if (config.storage.s3_protocol.enabled) yield "storage.s3_protocol";
  if (config.storage.analytics.enabled) yield "storage.analytics";
  if (config.storage.vector.enabled) yield "storage.vector";
  if (config.auth.captcha.enabled) yield "auth.captcha";
  if (config.auth.sms.enable_signup) yield "auth.sms";
  if (config.auth.oauth_server.enabled) yield "auth.oauth_server";
  if (config.auth.mfa.phone.enroll_enabled) yield "auth.mfa.phone";
  if (config.auth.mfa.web_authn.enroll_enabled) yield "auth.mfa.web_authn";
  for (const group of ["external", "hook", "third_party", "web3"] as const) {
    for (const [name, entry] of Object.entries(config.auth[group])) {
      if (entry.enabled) yield `auth.${group}.${name}`;
    }
  }
  if (config.analytics.enabled) yield "analytics";
}
