import { configFromEnvironment } from "@dossier/backend-client";
import { readSessionLimits, type SessionLimits } from "@/lib/backend/session-limits";

function read(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

export type Environment = {
  /**
   * The URL and the key of the backend. If neither is set, the app uses the local backend. In
   * production, it does so only with `SUPABASE_LOCAL=1`.
   */
  backend: ReturnType<typeof configFromEnvironment>;
  /** The settings that identify visitors for the rate limits. The browser never gets them. */
  limits: SessionLimits;
  isDemo: boolean;
  mailboxUrl: string | undefined;
  isDevelopment: boolean;
};

/**
 * The names of the settings are dynamic, because Next copies the value of a variable with a literal
 * name into the build. A build with such a value could serve only one backend.
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
