import { configFromEnvironment } from "@dossier/backend-client";
import { readSessionLimits, type SessionLimits } from "@/lib/backend/session-limits";

/** An empty variable counts as unset. */
function read(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

export type Environment = {
  /** Without an address and a key, it means the local backend. */
  backend: ReturnType<typeof configFromEnvironment>;
  /** The source of visitors' addresses, and the key that passes them on. Server only. */
  limits: SessionLimits;
  isDemo: boolean;
  mailboxUrl: string | undefined;
  /** True for `next dev`, in which React needs `eval`. */
  isDevelopment: boolean;
};

/**
 * The only reader of `process.env` in the web app. Next would inline names that are written out
 * after `process.env` into the build. Reading them dynamically lets one build serve any backend.
 * @throws TypeError naming the variable if a value is missing, malformed, or secret although the
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
