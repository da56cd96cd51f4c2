import { configFromEnvironment } from "@dossier/backend-client";

/** The settings that the console reads from its environment variables. */
export interface Environment {
  /**
   * Address and public key of the Supabase project. Default: the SDK's default, the local backend.
   */
  project: ReturnType<typeof configFromEnvironment>;
  /** The console's own origin, when a proxy in front of it changes the host. */
  origin: string | undefined;
  port: number;
}

const DEFAULT_PORT = 3100;

/**
 * Reads the console's variables.
 * @throws Error with one sentence that names the missing or malformed variable
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const port = Number(variables.PORT?.trim() || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error("PORT must be a number from 0 to 65535.");
  }
  return {
    project: configFromEnvironment(variables),
    origin: variables.CONSOLE_ORIGIN?.trim() || undefined,
    port,
  };
}
