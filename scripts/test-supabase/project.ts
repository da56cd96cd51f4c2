// Reads the environment of `pnpm test:supabase`, and gives the reason why a test cannot run.

/** A Supabase project for tests. */
export interface NamedProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Connects as `postgres`, the role that owns the tables. */
  databaseUrl: string;
  /** Address of the project's mailbox; see `mailbox.ts`. */
  mailboxUrl: string;
  /** The database's log file, if the tests can read it. */
  databaseLog: string | undefined;
  /** Issuer of its tokens, if not `URL/auth/v1`. */
  issuer: string | undefined;
  lacks: readonly string[];
}

/** Parts of the backend that a test may need, with the reason why it cannot run without them. */
const REASONS = {
  realtime: "needs realtime",
  "database-log": "reads the database's log",
  settings: "changes settings of the services, on a local backend of its own",
  rotation: "rotates the signing key, which only the local backend does on request",
} as const;
export type Part = keyof typeof REASONS;

/** No project that is reached over the network has these parts. */
const LOCAL_ONLY: readonly Part[] = ["settings", "rotation"];

const REQUIRED = ["URL", "PUBLISHABLE_KEY", "SECRET_KEY", "DB_URL", "MAILBOX_URL"] as const;

/**
 * Reads the project from the variables with a prefix, such as `TEST_SUPABASE_URL`.
 * @returns null if none is set, to start a local backend
 * @throws Error if only some are set
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
 * Marks a test that needs a part of the backend: `skip(...needs("realtime", project))` in Vitest,
 * `test.skip(...lacks("realtime"))` in Playwright. The test always runs on the local
 * backend.
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
