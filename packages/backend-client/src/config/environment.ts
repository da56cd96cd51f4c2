import type { BackendOptions } from "./define-backend.js";
import { parseKey, parseUrl, refuse } from "./project.js";

/** Names of the project's address, the first that is set counts. */
const URL_NAMES = ["NEXT_PUBLIC_SUPABASE_URL", "SUPABASE_URL"] as const;

/** Names of its public key, old and new. */
const KEY_NAMES = [
  "NEXT_PUBLIC_SUPABASE_ANON_KEY",
  "SUPABASE_ANON_KEY",
  "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_PUBLISHABLE_KEY",
] as const;

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

function find(
  variables: Variables,
  names: readonly string[],
): [name: string, value: string] | null {
  for (const name of names) {
    const value = variables[name]?.trim();
    if (value) return [name, value];
  }
  return null;
}

/**
 * Reads a project's address and public key from variables, when it is called and not at import.
 * Address: `NEXT_PUBLIC_SUPABASE_URL`, else `SUPABASE_URL`. Key: `NEXT_PUBLIC_SUPABASE_ANON_KEY`,
 * `SUPABASE_ANON_KEY`, `NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY`, `SUPABASE_PUBLISHABLE_KEY`. Unset and
 * empty are the same; with neither, {@link defineBackend} means the local backend.
 * @param variables hand over all of `process.env`: Next bakes a variable that is named in the source
 * into the build
 * @throws TypeError with one sentence that names the variable which is missing, malformed, or holds
 * a secret key; it never repeats the value
 * @example
 * export const backend = defineBackend(configFromEnvironment(process.env));
 */
export function configFromEnvironment(
  variables: Variables,
): Pick<BackendOptions, "url" | "anonKey"> {
  const address = find(variables, URL_NAMES);
  const key = find(variables, KEY_NAMES);
  if (!address && !key) return {};
  if (!key) return refuse(keyBeside(address?.[0]), "is missing; the address is set without it");
  if (!address) return refuse(addressBeside(key[0]), "is missing; the key is set without it");
  return { url: parseUrl(address[1], address[0]), anonKey: parseKey(key[1], key[0]) };
}

/** The name one would expect beside another: a public one beside a public one. */
function keyBeside(name: string | undefined): string {
  return name === "SUPABASE_URL" ? "SUPABASE_ANON_KEY" : "NEXT_PUBLIC_SUPABASE_ANON_KEY";
}

function addressBeside(name: string): string {
  return name.startsWith("NEXT_PUBLIC_") ? "NEXT_PUBLIC_SUPABASE_URL" : "SUPABASE_URL";
}
