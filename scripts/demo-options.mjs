// Runs before anything is installed, so this file imports only built-in modules.

function parsePort(name, text, fallback) {
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} must be a port number between 1 and 65535, but is "${text}".`);
  }
  return port;
}

/** The same prefixes as in src/config/environment.ts of the SDK, in another order. */
const PREFIXES = [
  "NEXT_PUBLIC_",
  "",
  "VITE_",
  "PUBLIC_",
  "NUXT_PUBLIC_",
  "EXPO_PUBLIC_",
  "REACT_APP_",
];
const KEYS = [
  ...["PUBLISHABLE_KEY", "PUBLISHABLE_DEFAULT_KEY", "PUBLISHABLE_OR_ANON_KEY"],
  ...["ANON_KEY", "KEY", "PUBLISHABLE_KEYS"],
];
const ADDRESS_NAMES = PREFIXES.map((prefix) => `${prefix}SUPABASE_URL`);
const KEY_NAMES = PREFIXES.flatMap((prefix) => KEYS.map((key) => `${prefix}SUPABASE_${key}`));

function isHttpAddress(text) {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

function parseHosted(env) {
  const addressName = ADDRESS_NAMES.find((name) => env[name]);
  const keyName = KEY_NAMES.find((name) => env[name]);
  if (!addressName && !keyName) return undefined;
  if (!keyName) {
    throw new Error(
      `${addressName} is set, but its key is not. Also set ${KEY_NAMES[0]}, or unset ${addressName}.`,
    );
  }
  if (!addressName) {
    throw new Error(
      `${keyName} is set, but its address is not. Also set ${ADDRESS_NAMES[0]}, or unset ${keyName}.`,
    );
  }
  const url = env[addressName];
  if (!isHttpAddress(url)) {
    throw new Error(`${addressName} must be an http or https address, but is "${url}".`);
  }
  return { url };
}

export function parseDemoOptions(args, env) {
  const unknown = args.find((word) => word !== "--fresh" && word !== "--dev");
  if (unknown !== undefined) {
    throw new Error(
      `Unknown option ${unknown}. Options: --fresh (delete the data and start over with a new demo firm) and --dev (rebuild after each edit). Variables: PORT, BACKEND_PORT and DOSSIER_DATA_DIR.`,
    );
  }
  const port = parsePort("PORT", env.PORT, 3000);
  const backendPort = parsePort("BACKEND_PORT", env.BACKEND_PORT, 54_321);
  if (port === backendPort) {
    throw new Error(`PORT and BACKEND_PORT are both ${port}; give them different numbers.`);
  }
  return {
    hosted: parseHosted(env),
    port,
    backendPort,
    dataDir: env.DOSSIER_DATA_DIR || undefined,
    fresh: args.includes("--fresh"),
    isDev: args.includes("--dev"),
  };
}
