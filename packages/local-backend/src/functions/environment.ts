import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { ServiceContext } from "../gateway/service-context.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that a Deno process inherits. They set Deno's cache folder, its options and its access
 * to package registries. A Deno process inherits no other variables, so a function cannot read
 * secrets of the developer's shell. The exception is the password in the URL of a proxy, which the
 * function's calls may need.
 */
const INHERITED =
  /^(HOME|USERPROFILE|LOCALAPPDATA|APPDATA|SYSTEMROOT|TEMP|TMP|XDG_CACHE_HOME|DENO_(?!(DEPLOY|KV_ACCESS)_TOKEN$).+|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|NPM_CONFIG_REGISTRY)$/i;

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
  // Without DENO_NO_PACKAGE_JSON, Deno uses and rewrites a package.json in a folder above the
  // functions.
  if (!usesPackageJson) result.DENO_NO_PACKAGE_JSON = "1";
  result.DENO_NO_UPDATE_CHECK = "1";
  result.NO_COLOR = "1";
  return result;
}

/**
 * Variables that no function gets. Some make Deno itself open a port, either for a debugger or to
 * serve a module's default export. `DENO_AUTH_TOKENS` has passwords of registries, which only the
 * download of packages needs.
 */
const NOT_FOR_FUNCTIONS = /^(NODE_OPTIONS|DENO_AUTO_SERVE|DENO_SERVE_ADDRESS|DENO_AUTH_TOKENS)$/i;

/**
 * Matches the settings of Deno and of the dynamic linker. A function must not change them, because
 * they open ports, write files and decide which code is loaded. The excepted names are not
 * settings, but variables that functions use.
 */
const SETTING =
  /^(NODE_OPTIONS|NODE_V8_COVERAGE|SSLKEYLOGFILE|LD_.+|DYLD_.+|DENO_(?!(ENV|REGION|DEPLOYMENT_ID|KV_ACCESS_TOKEN)$).+)$/i;

/** Returns the variables of a function that are not settings of Deno. */
export function withoutSettings(
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !SETTING.test(name)));
}

/**
 * Removes the variables that no function gets, and adds `DENO_SERVE_ADDRESS`, the address on
 * which the function must listen. The guard script reads that variable and then removes it.
 * `variables` are Deno's variables and those of the function.
 */
export function workerEnvironment(
  variables: Readonly<Record<string, string>>,
  address: string,
): Record<string, string> {
  const harmless = Object.entries(variables).filter(([name]) => !NOT_FOR_FUNCTIONS.test(name));
  return { ...Object.fromEntries(harmless), DENO_SERVE_ADDRESS: address };
}

/**
 * Returns the variables that every function gets, without those of Deno. As in the CLI,
 * `functions/.env` takes precedence over the secrets in config.toml.
 * @param warn receives a sentence about each variable with a reserved name, which no function gets
 */
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

/** Hosted Supabase and the CLI reserve this prefix too. */
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
