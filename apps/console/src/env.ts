import { configFromEnvironment } from "@dossier/backend-client";

export interface Environment {
  /** Default: the local backend. In production, this default requires `SUPABASE_LOCAL=1`. */
  project: ReturnType<typeof configFromEnvironment>;
  /** Required if a proxy changes the host. */
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
