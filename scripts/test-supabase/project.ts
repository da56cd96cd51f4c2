export interface NamedProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Connection string of `postgres`, the role that owns the tables. */
  databaseUrl: string;
  mailboxUrl: string;
  databaseLog: string | undefined;
  /** Default: `URL/auth/v1`. */
  issuer: string | undefined;
  lacks: readonly string[];
}

/** Maps a feature to the reason why a test is skipped if the project lacks the feature. */
const REASONS = {
  realtime: "needs realtime",
  "database-log": "reads the database's log",
  settings: "changes settings of the services, on a local backend of its own",
  rotation: "rotates the signing key, which only the local backend does on request",
} as const;
export type Part = keyof typeof REASONS;

const LOCAL_ONLY: readonly Part[] = ["settings", "rotation"];

const REQUIRED = ["URL", "PUBLISHABLE_KEY", "SECRET_KEY", "DB_URL", "MAILBOX_URL"] as const;

/**
 * Reads the project variables. Returns null if none is set, so that the caller starts a local
 * backend.
 */
export function readProject(
  prefix: "TEST_SUPABASE" | "CONTRACT_SUPABASE",
  env: Record<string, string | undefined> = process.env,
): NamedProject | null {
  const read = (name: string) => env[`${prefix}_${name}`] || undefined;
  const missing = REQUIRED.filter((name) => !read(name));
  if (missing.length === REQUIRED.length) return null;
  if (missing.length > 0) {
    const names = missing.map((name) => `${prefix}_${name}`).join(", ");
    throw new Error(`Set ${names} too, or none of ${prefix}_….`);
  }
  const text = (name: (typeof REQUIRED)[number]) => read(name) ?? "";
  return {
    url: text("URL").replace(/\/+$/, ""),
    publishableKey: text("PUBLISHABLE_KEY"),
    secretKey: text("SECRET_KEY"),
    databaseUrl: text("DB_URL"),
    mailboxUrl: text("MAILBOX_URL"),
    databaseLog: read("DB_LOG"),
    issuer: read("ISSUER"),
    lacks: (read("LACKS") ?? "").split(",").filter(Boolean),
  };
}

/**
 * Returns the arguments of Vitest's `skip`, as in `skip(...needs("realtime", project))`. On a local
 * backend, no test is skipped.
 */
export function needs(part: Part, project: NamedProject | null): [boolean, string] {
  if (!project) return [false, ""];
  const isLacking =
    LOCAL_ONLY.includes(part) ||
    project.lacks.includes(part) ||
    (part === "database-log" && !project.databaseLog);
  return [isLacking, REASONS[part]];
}
