import { configFromEnvironment } from "@dossier/backend-client";
import { readSessionLimits, type SessionLimits } from "@/lib/backend/session-limits";

function read(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

export type Environment = {
  /**
   * URL and key of the backend. If neither is set, the app uses the local backend. In production,
   * this also requires `SUPABASE_LOCAL=1`.
   */
  backend: ReturnType<typeof configFromEnvironment>;
  /** Settings that identify visitors for the rate limits. The browser never gets them. */
  limits: SessionLimits;
  isDemo: boolean;
  mailboxUrl: string | undefined;
  isDevelopment: boolean;
};

/**
 * Reads variables by computed names, because Next copies the value of `process.env.NEXT_PUBLIC_…`
 * into the build. One build could then serve only one backend.
 * @throws TypeError that names the variable, if its value is missing, malformed, or a secret that
 * the browser would receive
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
