import { configFromEnvironment } from "@dossier/backend-client";
import { readSessionLimits, type SessionLimits } from "@/lib/backend/session-limits";

/** Treats an empty variable as unset. */
function read(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

export type Environment = {
  /** Without an address and a key, the app uses the local backend. */
  backend: ReturnType<typeof configFromEnvironment>;
  /**
   * The source of visitors' addresses, and the key with which the app passes them on. Only the
   * server has them.
   */
  limits: SessionLimits;
  isDemo: boolean;
  mailboxUrl: string | undefined;
  /** True in `next dev`, where React needs `eval`. */
  isDevelopment: boolean;
};

/**
 * The only code in the web app that reads `process.env`. Next would copy the values of names
 * written out after `process.env` into the build. Reading them dynamically lets one build serve any
 * backend.
 * @throws TypeError that names the variable if a value is missing, malformed, or a secret that the
 * browser would receive
 */
export function readEnvironment(): Environment {
  return {
    backend: configFromEnvironment(process.env),
    limits: readSessionLimits(read),
    isDemo: read("DOSSIER_DEMO") === "1",
    mailboxUrl: read("DOSSIER_MAILBOX_URL"),
    isDevelopment: process.env.NODE_ENV === "development",
  };
}
