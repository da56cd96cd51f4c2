import type { BackendOptions } from "./define-backend.js";
import { parseKey, parseUrl, refuse } from "./project.js";

/** A project's address and public key by the names that belong together. */
interface Family {
  url: string;
  /** Old and new, the first that is set counts. */
  keys: readonly string[];
}

/** What Next hands to its pages. */
const PUBLIC: Family = {
  url: "NEXT_PUBLIC_SUPABASE_URL",
  keys: ["NEXT_PUBLIC_SUPABASE_ANON_KEY", "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY"],
};

/** What the server alone knows. */
const OWN: Family = {
  url: "SUPABASE_URL",
  keys: ["SUPABASE_ANON_KEY", "SUPABASE_PUBLISHABLE_KEY"],
};

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A variable that is set, with its name. */
type Found = readonly [name: string, value: string];

function find(variables: Variables, names: readonly string[]): Found | null {
  for (const name of names) {
    const value = variables[name]?.trim();
    if (value) return [name, value];
  }
  return null;
}

/** The address beside a key of the same family, which another address must not contradict. */
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
 * Reads a project's address and public key from variables, when it is called and not at import:
 * `NEXT_PUBLIC_SUPABASE_URL` with `NEXT_PUBLIC_SUPABASE_ANON_KEY` or `…_PUBLISHABLE_KEY`, else
 * `SUPABASE_URL` with `SUPABASE_ANON_KEY` or `…_PUBLISHABLE_KEY`, else one of each. Unset and empty
 * are the same; with neither, {@link defineBackend} means the local backend.
 * @param variables hand over all of `process.env`: Next bakes a variable that is named in the source
 * into the build
 * @throws TypeError with one sentence that names the variable which is missing, malformed, of
 * another project, or holds a secret key; it never repeats the value
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

/** The name one would expect beside another: a public one beside a public one. */
function keyBeside(name: string | undefined): string {
  return name === OWN.url ? "SUPABASE_ANON_KEY" : "NEXT_PUBLIC_SUPABASE_ANON_KEY";
}

function addressBeside(name: string): string {
  return OWN.keys.includes(name) ? OWN.url : PUBLIC.url;
}
