import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { ServiceContext } from "../gateway/service-context.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that a Deno process inherits: its cache folder, its settings and the access to the
 * package registry. It inherits no others, so a function cannot read secrets of the developer's
 * shell.
 */
const INHERITED =
  /^(HOME|USERPROFILE|LOCALAPPDATA|APPDATA|SYSTEMROOT|TEMP|TMP|XDG_CACHE_HOME|DENO_.+|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|NPM_CONFIG_REGISTRY)$/i;

/**
 * Returns the environment of a Deno process that runs a function or fetches packages. If
 * `usesPackageJson` is true, Deno may read a package.json.
 */
export function denoEnvironment(
  inherited: Environment,
  usesPackageJson = false,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && INHERITED.test(name)) result[name] = value;
  }
  result.DENO_TLS_CA_STORE ??= "system";
  // Without this variable, Deno uses and rewrites a package.json in a folder above the functions.
  if (!usesPackageJson) result.DENO_NO_PACKAGE_JSON = "1";
  result.DENO_NO_UPDATE_CHECK = "1";
  result.NO_COLOR = "1";
  return result;
}

/**
 * Variables that make Deno itself listen, either for a debugger or to serve the exports of a
 * module.
 */
const LISTENING = /^(NODE_OPTIONS|DENO_AUTO_SERVE|DENO_SERVE_ADDRESS)$/i;

/**
 * Adds the address of the worker, which the guard reads and then removes. `variables` are Deno's
 * variables and those of the function.
 */
export function workerEnvironment(
  variables: Readonly<Record<string, string>>,
  address: string,
): Record<string, string> {
  const harmless = Object.entries(variables).filter(([name]) => !LISTENING.test(name));
  return { ...Object.fromEntries(harmless), DENO_SERVE_ADDRESS: address };
}

/**
 * Returns the variables of a function, without Deno's own. `functions/.env` takes precedence, as in
 * the CLI.
 */
export async function functionEnvironment(
  context: Pick<ServiceContext, "config" | "keys" | "projectDir" | "tokens" | "urls">,
): Promise<Record<string, string>> {
  const { config, keys, tokens, urls } = context;
  return {
    SUPABASE_URL: urls.api,
    SUPABASE_ANON_KEY: keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRole,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_JWKS: JSON.stringify(tokens.publicKeys()),
    SUPABASE_DB_URL: urls.db,
    SITE_URL: config.auth.site_url,
    EMAIL_API_URL: `${urls.mailbox}/emails`,
    EMAIL_API_KEY: await tokens.signInternal("email_api", {}),
    ...config.edge_runtime.secrets,
    ...readDotEnv(join(context.projectDir, "functions", ".env")),
  };
}

function readDotEnv(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(readFileSync(path, "utf8")))) {
    // Hosted Supabase and the CLI also reserve this prefix.
    if (value !== undefined && !name.startsWith("SUPABASE_")) result[name] = value;
  }
  return result;
}
