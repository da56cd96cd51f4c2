// Reads the environment of `pnpm test:supabase`. Also returns the reason why a test cannot run.

/** A Supabase project for tests. */
export interface NamedProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Connection string of `postgres`, the role that owns the tables. */
  databaseUrl: string;
  /** URL of the project's mailbox. See `mailbox.ts`. */
  mailboxUrl: string;
  /** The log file of the database. Undefined if the tests cannot read it. */
  databaseLog: string | undefined;
  /** Issuer of the project's tokens. Default: `URL/auth/v1`. */
  issuer: string | undefined;
  lacks: readonly string[];
}

/**
 * Parts of the backend that a test may need. If a project lacks the part, the text says why the
 * test is skipped.
 */
const REASONS = {
  realtime: "needs realtime",
  "database-log": "reads the database's log",
  settings: "changes settings of the services, on a local backend of its own",
  rotation: "rotates the signing key, which only the local backend does on request",
} as const;
export type Part = keyof typeof REASONS;

/** Parts that only a local backend has. */
const LOCAL_ONLY: readonly Part[] = ["settings", "rotation"];

const REQUIRED = ["URL", "PUBLISHABLE_KEY", "SECRET_KEY", "DB_URL", "MAILBOX_URL"] as const;

/**
 * Reads the project from the variables with a prefix, such as `TEST_SUPABASE_URL`.
 * @returns null if no required variable is set. The caller then starts a local backend.
 * @throws Error if only some of the required variables are set
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
 * Returns arguments for a call that skips a test if the project lacks a part of the backend:
 * `skip(...needs("realtime", project))` in Vitest, `test.skip(...lacks("realtime"))` in Playwright.
 * On a local backend, the test always runs.
 * @returns whether the test cannot run, and the reason for the summary
 */
export function needs(part: Part, project: NamedProject | null): [boolean, string] {
  if (!project) return [false, ""];
  const isLacking =
    LOCAL_ONLY.includes(part) ||
    project.lacks.includes(part) ||
    (part === "database-log" && !project.databaseLog);
  return [isLacking, REASONS[part]];
}
