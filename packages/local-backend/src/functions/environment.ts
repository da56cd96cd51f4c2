import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { ServiceContext } from "../gateway/service-context.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A Deno process inherits only these variables, so that a function cannot read secrets of the
 * developer's shell. The URL of a proxy may contain a password, but the function may need the proxy
 * for its calls.
 */
const INHERITED =
  /^(HOME|USERPROFILE|LOCALAPPDATA|APPDATA|SYSTEMROOT|TEMP|TMP|XDG_CACHE_HOME|DENO_(?!(DEPLOY|KV_ACCESS)_TOKEN$).+|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|NPM_CONFIG_REGISTRY)$/i;

export function denoEnvironment(
  inherited: Environment,
  usesPackageJson = false,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && INHERITED.test(name)) result[name] = value;
  }
  result.DENO_TLS_CA_STORE ??= "system";
  // Keep Deno from using and rewriting a package.json in a folder above the functions.
  if (!usesPackageJson) result.DENO_NO_PACKAGE_JSON = "1";
  result.DENO_NO_UPDATE_CHECK = "1";
  result.NO_COLOR = "1";
  return result;
}

/**
 * Some of these variables make Deno open a port. `DENO_AUTH_TOKENS` contains passwords of
 * registries.
 */
const NOT_FOR_FUNCTIONS = /^(NODE_OPTIONS|DENO_AUTO_SERVE|DENO_SERVE_ADDRESS|DENO_AUTH_TOKENS)$/i;

/**
 * With these settings of Node, Deno and the dynamic linker, a function could open ports, write
 * files or load other code. The excluded `DENO_` names are variables that functions use.
 */
const SETTING =
  /^(NODE_OPTIONS|NODE_V8_COVERAGE|SSLKEYLOGFILE|LD_.+|DYLD_.+|DENO_(?!(ENV|REGION|DEPLOYMENT_ID|KV_ACCESS_TOKEN)$).+)$/i;

export function withoutSettings(
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !SETTING.test(name)));
}

/**
 * Sets the address on which the function must listen. The guard script reads
 * `DENO_SERVE_ADDRESS` and then deletes it.
 */
export function workerEnvironment(
  variables: Readonly<Record<string, string>>,
  address: string,
): Record<string, string> {
  const harmless = Object.entries(variables).filter(([name]) => !NOT_FOR_FUNCTIONS.test(name));
  return { ...Object.fromEntries(harmless), DENO_SERVE_ADDRESS: address };
}

/** As in the CLI, `functions/.env` takes precedence over the secrets in config.toml. */
export async function functionEnvironment(
  context: Pick<ServiceContext, "config" | "keys" | "projectDir" | "tokens" | "urls">,
  warn: (line: string) => void,
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
    ...withoutReserved(config.edge_runtime.secrets, (name) =>
      warn(`config.toml: edge_runtime.secrets.${name} ${IS_RESERVED}`),
    ),
    ...withoutReserved(readDotEnv(join(context.projectDir, "functions", ".env")), (name) =>
      warn(`functions/.env: ${name} ${IS_RESERVED}`),
    ),
  };
}

function readDotEnv(path: string): Environment {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

/** Hosted Supabase and the CLI reserve the same prefix. */
const RESERVED = "SUPABASE_";
const IS_RESERVED = `is ignored, because names that begin with ${RESERVED} are reserved`;

function withoutReserved(
  variables: Environment,
  onReserved: (name: string) => void,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith(RESERVED)) onReserved(name);
    else if (value !== undefined) result[name] = value;
  }
  return result;
}
