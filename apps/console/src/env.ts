/** What the console takes from its surroundings. */
export interface Environment {
  /** Address of the Supabase project; the SDK's default, the local backend, when unset. */
  url: string | undefined;
  /** Publishable (anonymous) key that belongs to it. */
  anonKey: string | undefined;
  /** The console's own origin, when a proxy in front of it changes the host. */
  origin: string | undefined;
  port: number;
}

const URL_NAMES = ["SUPABASE_URL", "NEXT_PUBLIC_SUPABASE_URL"];
const KEY_NAMES = [
  "SUPABASE_ANON_KEY",
  "SUPABASE_PUBLISHABLE_KEY",
  "NEXT_PUBLIC_SUPABASE_ANON_KEY",
  "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
];
const DEFAULT_PORT = 3100;

/**
 * Reads the console's variables.
 * @throws Error with one sentence that names the variable which is missing or malformed
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const read = (...names: string[]): string | undefined =>
    names.map((name) => variables[name]?.trim()).find((value) => value);
  const url = read(...URL_NAMES);
  const anonKey = read(...KEY_NAMES);
  if (url && !anonKey) throw new Error("SUPABASE_ANON_KEY is missing: the address has no key.");
  if (anonKey && !url) throw new Error("SUPABASE_URL is missing: the key has no address.");
  const port = Number(read("PORT") ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error("PORT must be a number from 0 to 65535.");
  }
  return { url, anonKey, origin: read("CONSOLE_ORIGIN"), port };
}
