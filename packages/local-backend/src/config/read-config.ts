import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { LocalBackendError } from "./errors.ts";
import { type BackendConfig, type ConfigOverrides, configSchema } from "./schema.ts";
import { isSilent, unknownKeys, unsupportedKeys } from "./warnings.ts";

const ENVIRONMENT = /^env\((\w+)\)$/;

interface ReadOptions {
  projectDir: string;
  overrides?: ConfigOverrides | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  warn(line: string): void;
}

/** Applies the defaults of the Supabase CLI. A missing file counts as an empty file. */
export function readConfig(options: ReadOptions): BackendConfig {
  const path = join(options.projectDir, "config.toml");
  const merged = merge(readToml(path), options.overrides ?? {});
  const fromEnvironment: FromEnvironment[] = [];
  const environment = { ...options.environment, ...missingHookSecret(merged, options.environment) };
  const resolved = resolveEnvironment(merged, environment, fromEnvironment);
  const result = parseConfig(resolved, fromEnvironment);
  if (!result.success) {
    const issue = result.error.issues[0];
    const key = issue?.path.join(".") ?? "";
    throw new LocalBackendError("bad_config", `${path}: ${key}: ${issue?.message ?? "invalid"}`);
  }
  const remark = (text: string) => options.warn(`config.toml: ${text}`);
  for (const { path: key, name, isSet } of fromEnvironment) {
    if (!isSet && !isSilent(key)) remark(`environment variable ${name} is not set`);
  }
  for (const key of unknownKeys(resolved)) remark(`${key} is not read by the local backend`);
  for (const key of unsupportedKeys(result.data)) {
    remark(`${key} is not supported by the local backend`);
  }
  return result.data;
}

/**
 * Returns a random secret if the hook's environment variable is not set, so that the project still
 * starts.
 */
function missingHookSecret(
  value: unknown,
  environment: ReadOptions["environment"],
): Record<string, string> {
  const hook = valueAt(value, ["auth", "hook", "send_email"]);
  const secrets = isTable(hook) && hook.enabled === true ? hook.secrets : undefined;
  const name = typeof secrets === "string" ? ENVIRONMENT.exec(secrets)?.[1] : undefined;
  if (name === undefined || environment[name] !== undefined) return {};
  return { [name]: `v1,whsec_${randomBytes(32).toString("base64")}` };
}

function readToml(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new LocalBackendError(
      "bad_config",
      `Cannot read ${path}. Check that it is a file that your system user can read.`,
      { cause },
    );
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

interface FromEnvironment {
  path: readonly string[];
  name: string;
  isSet: boolean;
}

function resolveEnvironment(
  value: unknown,
  environment: ReadOptions["environment"],
  found: FromEnvironment[],
  path: readonly string[] = [],
): unknown {
  const resolve = (item: unknown, key: string) =>
    resolveEnvironment(item, environment, found, [...path, key]);
  if (Array.isArray(value)) return value.map((item, index) => resolve(item, String(index)));
  if (isTable(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, resolve(item, key)]),
    );
  }
  const name = typeof value === "string" ? ENVIRONMENT.exec(value)?.[1] : undefined;
  if (name === undefined) return value;
  found.push({ path, name, isSet: environment[name] !== undefined });
  return environment[name] ?? "";
}

/** Environment variables are always strings, even for numbers and booleans. */
function fromText(value: unknown, expected: unknown): unknown {
  if (expected === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (expected === "number" && /^\d+$/.test(String(value))) return Number(value);
  return value;
}

function parseConfig(value: unknown, found: readonly FromEnvironment[]) {
  const first = configSchema.safeParse(value);
  if (first.success) return first;
  const known = new Set(found.map(({ path }) => path.join(".")));
  const changes: Record<string, unknown> = {};
  for (const issue of first.error.issues) {
    if (issue.code !== "invalid_type" || !known.has(issue.path.join("."))) continue;
    const text = valueAt(value, issue.path);
    let nested: unknown = fromText(text, issue.expected);
    for (const key of [...issue.path].reverse()) nested = { [String(key)]: nested };
    Object.assign(changes, merge(changes, nested));
  }
  return configSchema.safeParse(merge(value, changes));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) found = isTable(found) ? found[String(key)] : undefined;
  return found;
}
