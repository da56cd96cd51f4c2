import { configFromEnvironment } from "@dossier/backend-client";

export interface Environment {
  /**
   * The backend. Default: the local backend, but in production only if `SUPABASE_LOCAL=1` is set.
   */
  project: ReturnType<typeof configFromEnvironment>;
  /** The console's public origin. Required if a proxy changes the `Host` header. */
  origin: string | undefined;
  port: number;
}

const DEFAULT_PORT = 3100;

export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const port = Number(variables.PORT?.trim() || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a whole number from 0 to 65535, but is "${variables.PORT}".`);
  }
  return {
    project: configFromEnvironment(variables),
    origin: variables.CONSOLE_ORIGIN?.trim() || undefined,
    port,
  };
}
