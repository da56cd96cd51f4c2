import type { BackendOptions } from "./define-backend.js";
import { parseKey, parseUrl, refuse } from "./project.js";

interface Family {
  url: string;
  /** Old and new names. The first one that is set counts. */
  keys: readonly string[];
}

/** Next inlines these into browser code. */
const PUBLIC: Family = {
  url: "NEXT_PUBLIC_SUPABASE_URL",
  keys: ["NEXT_PUBLIC_SUPABASE_ANON_KEY", "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY"],
};

const OWN: Family = {
  url: "SUPABASE_URL",
  keys: ["SUPABASE_ANON_KEY", "SUPABASE_PUBLISHABLE_KEY"],
};

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

type Found = readonly [name: string, value: string];

function find(variables: Variables, names: readonly string[]): Found | null {
  for (const name of names) {
    const value = variables[name]?.trim();
    if (value) return [name, value];
  }
  return null;
}

/** Address and key must be of the same family, and must not contradict a public address. */
function findPair(variables: Variables, family: Family): { address: Found; key: Found } | null {
  const address = find(variables, [family.url]);
  const key = find(variables, family.keys);
  if (!address || !key) return null;
  const other = find(variables, [PUBLIC.url]);
  if (other && parseUrl(other[1], other[0]) !== parseUrl(address[1], address[0])) {
    return refuse(
      keyBeside(other[0]),
      `is missing; ${other[0]} names another project than ${address[0]}`,
    );
  }
  return { address, key };
}

/**
 * Reads a project's address and public key from variables: `NEXT_PUBLIC_SUPABASE_URL` with
 * `NEXT_PUBLIC_SUPABASE_ANON_KEY` or `…_PUBLISHABLE_KEY`, else the same names without
 * `NEXT_PUBLIC_`, else one of each. An empty variable counts as unset. Without any, {@link
 * defineBackend} uses the local backend.
 * @param variables the whole `process.env`, because Next inlines variables that the source names
 * @throws TypeError with one sentence that names the variable that is missing, malformed, of
 *   another project, or a secret key; it never repeats the value
 * @example
 * export const backend = defineBackend(configFromEnvironment(process.env));
 */
export function configFromEnvironment(
  variables: Variables,
): Pick<BackendOptions, "url" | "anonKey"> {
  const pair = findPair(variables, PUBLIC) ?? findPair(variables, OWN);
  const address = pair?.address ?? find(variables, [PUBLIC.url, OWN.url]);
  const key = pair?.key ?? find(variables, [...PUBLIC.keys, ...OWN.keys]);
  if (!address && !key) return {};
  if (!key) return refuse(keyBeside(address?.[0]), "is missing; the address is set without it");
  if (!address) return refuse(addressBeside(key[0]), "is missing; the key is set without it");
  return { url: parseUrl(address[1], address[0]), anonKey: parseKey(key[1], key[0]) };
}

function keyBeside(name: string | undefined): string {
  return name === OWN.url ? "SUPABASE_ANON_KEY" : "NEXT_PUBLIC_SUPABASE_ANON_KEY";
}

function addressBeside(name: string): string {
  return OWN.keys.includes(name) ? OWN.url : PUBLIC.url;
}
