import { type BackendOptions, configFromEnvironment } from "@dossier/backend-client";
import { readSessionLimits, type SessionLimits } from "@/lib/backend/session-limits";

/** The value of a variable; unset and empty are the same. */
function read(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** What the web server knows of its surroundings, read anew at each call. */
export type Environment = {
  /** Address and public key of the backend; empty when unset, which means the local backend. */
  backend: Pick<BackendOptions, "url" | "anonKey">;
  /** Where visitors' addresses come from, and the key that passes them on. Server only. */
  limits: SessionLimits;
  /** Demo mode: sign-in hints and the way to the mailbox are shown. */
  isDemo: boolean;
  /** Page on which captured mail is read; only meaningful in demo mode. */
  mailboxUrl: string | undefined;
  /** `next dev`: React needs `eval` there. */
  isDevelopment: boolean;
};

/**
 * Reads the environment of the running server: the only reader of `process.env` in the web app.
 * Names are never written out after `process.env`, so Next cannot bake a value into the build: one
 * build serves any backend.
 * @throws TypeError naming the variable when a value is missing, malformed, or secret where the
 * browser would see it
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
