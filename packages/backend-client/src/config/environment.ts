import type { BackendOptions } from "./define-backend.js";
import { chooseLocal } from "./local-choice.js";
import { parseKey, parseUrl, refuse } from "./project.js";
import type { Variables } from "./variables.js";

const PUBLIC_PREFIXES = [
  "NEXT_PUBLIC_",
  "VITE_",
  "PUBLIC_",
  "NUXT_PUBLIC_",
  "EXPO_PUBLIC_",
  "REACT_APP_",
];

const PREFIXES = ["", ...PUBLIC_PREFIXES];

export function isPublicVariable(name: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => name.startsWith(prefix));
}

const KEYS = [
  "PUBLISHABLE_KEY",
  "PUBLISHABLE_DEFAULT_KEY",
  "PUBLISHABLE_OR_ANON_KEY",
  "ANON_KEY",
  "KEY",
  "PUBLISHABLE_KEYS",
];

type Read = (name: string) => string | undefined;

function find(read: Read, prefix: string, names: readonly string[]): string | undefined {
  return names.map((name) => `${prefix}SUPABASE_${name}`).find(read);
}

/**
 * In Edge Functions, one variable contains all publishable keys: `{"default":"sb_publishable_…"}`.
 */
function defaultOf(list: string, name: string): string {
  try {
    return JSON.parse(list).default.trim();
  } catch {
    return refuse(name, "must be JSON with a key named default");
  }
}

export interface FoundVariables {
  address: string | undefined;
  key: string | undefined;
  addresses: readonly string[];
}

export function findVariables(variables: Variables): FoundVariables {
  const read: Read = (name) => variables[name]?.trim();
  const families = PREFIXES.map((prefix) => ({
    address: find(read, prefix, ["URL"]),
    key: find(read, prefix, KEYS),
  }));
  const addresses = families.flatMap((family) => family.address ?? []);
  const pair = families.find((family) => family.address && family.key);
  return {
    address: pair?.address ?? addresses[0],
    key: pair?.key ?? families.find((family) => family.key)?.key,
    addresses,
  };
}

/**
 * Reads a project's URL from `SUPABASE_URL` and its public key from `SUPABASE_PUBLISHABLE_KEY`. The
 * key may also be in `SUPABASE_PUBLISHABLE_DEFAULT_KEY`, `…_PUBLISHABLE_OR_ANON_KEY`, `…_ANON_KEY`
 * or `…_KEY`, or be the entry `default` of `…_PUBLISHABLE_KEYS`. All names may have one of the
 * prefixes `NEXT_PUBLIC_`, `VITE_`, `PUBLIC_`, `NUXT_PUBLIC_`, `EXPO_PUBLIC_` and `REACT_APP_`. The
 * first prefix that has a URL and a key wins. Without these variables, {@link defineBackend} uses
 * the local backend, but in production only with `SUPABASE_LOCAL=1`.
 * @param variables the whole `process.env`, because Next replaces `process.env.NAME` at build time
 * @throws TypeError if a variable is missing or malformed, belongs to another project, or contains
 * a secret key. The message names the variable and never contains its value
 * @example
 * export const backend = defineBackend(configFromEnvironment(process.env));
 */
export function configFromEnvironment(
  variables: Variables,
): Pick<BackendOptions, "url" | "anonKey" | "local"> {
  const read: Read = (name) => variables[name]?.trim();
  const { address, key, addresses } = findVariables(variables);
  const given = address ?? key;
  if (!given) return chooseLocal(variables) === "chosen" ? { local: true } : {};
  if (!address || !key) {
    const missing = address ? "PUBLISHABLE_KEY (or …_ANON_KEY)" : "URL";
    return refuse(
      given.replace(/SUPABASE_.*/, `SUPABASE_${missing}`),
      `is missing; ${given} is set without it`,
    );
  }
  const parse = (name: string): string => parseUrl(read(name) ?? "", name);
  const url = parse(address);
  for (const other of addresses) {
    if (parse(other) === url) continue;
    refuse(
      `${address} and ${other}`,
      "name different projects; set one of them, or both to the same URL",
    );
  }
  const text = read(key) ?? "";
  return { url, anonKey: parseKey(key.endsWith("S") ? defaultOf(text, key) : text, key) };
}
