/**
 * The only reader of `process.env` in the web app. Names are computed, so Next cannot bake a value
 * into the build: one build serves any backend.
 */
function read(...names: string[]): string | undefined {
  for (const name of names) {
    const value = process.env[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

/** What the web server knows of its surroundings, read anew at each call. */
export type Environment = {
  /** Address of the Supabase-compatible backend; the SDK's default when unset. */
  backendUrl: string | undefined;
  /** The publishable (anonymous) key that belongs to it. */
  backendKey: string | undefined;
  /** Demo mode: sign-in hints and the way to the mailbox are shown. */
  isDemo: boolean;
  /** Page on which captured mail is read; only meaningful in demo mode. */
  mailboxUrl: string | undefined;
  /** `next dev`: React needs `eval` there. */
  isDevelopment: boolean;
};

/**
 * Reads the environment of the running server.
 * @throws Error naming the missing variable when only one of address and key is given
 */
export function readEnvironment(): Environment {
  const backendUrl = read("NEXT_PUBLIC_SUPABASE_URL", "SUPABASE_URL");
  const backendKey = read(
    "NEXT_PUBLIC_SUPABASE_ANON_KEY",
    "SUPABASE_ANON_KEY",
    "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
    "SUPABASE_PUBLISHABLE_KEY",
  );
  if (backendUrl && !backendKey) {
    throw new Error(
      "NEXT_PUBLIC_SUPABASE_ANON_KEY is missing: the address is set without its key.",
    );
  }
  if (backendKey && !backendUrl) {
    throw new Error("NEXT_PUBLIC_SUPABASE_URL is missing: the key is set without its address.");
  }
  return {
    backendUrl,
    backendKey,
    isDemo: read("DOSSIER_DEMO") === "1",
    mailboxUrl: read("DOSSIER_MAILBOX_URL"),
    isDevelopment: process.env.NODE_ENV === "development",
  };
}
