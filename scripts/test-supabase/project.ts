// Reads the environment of `pnpm test:supabase` and tells why a test cannot run.

/** A Supabase project that the environment names for tests. */
export interface NamedProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Connects as `postgres`, the role that owns the tables. */
  databaseUrl: string;
  /** Address of the project's emails; see `mailbox.ts`. */
  mailboxUrl: string;
  /** The database's log file, where it can be read. */
  databaseLog: string | undefined;
  /** Issuer of its tokens, where it is not `URL/auth/v1`. */
  issuer: string | undefined;
  lacks: readonly string[];
}

/** Parts of the backend that a test may need, with the reason it cannot run without them. */
const REASONS = {
  realtime: "needs realtime",
  "database-log": "reads the database's log",
  settings: "changes settings of the services, on a local backend of its own",
  rotation: "rotates the signing key, which only the local backend does on request",
} as const;
export type Part = keyof typeof REASONS;

/** Parts that no project reached over the network has. */
const LOCAL_ONLY: readonly Part[] = ["settings", "rotation"];

const REQUIRED = ["URL", "PUBLISHABLE_KEY", "SECRET_KEY", "DB_URL", "MAILBOX_URL"] as const;

/**
 * Reads the project in the variables with a prefix, such as `TEST_SUPABASE_URL`.
 * @returns null when none is set, to start a local backend
 * @throws Error when only some are set
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
 * `test.skip(...needs("realtime", project))` in Playwright. The test always runs on the local
 * backend.
 * @returns whether the test cannot run, and the reason, which the summary repeats
 */
export function needs(part: Part, project: NamedProject | null): [boolean, string] {
  if (!project) return [false, ""];
  const isLacking =
    LOCAL_ONLY.includes(part) ||
    project.lacks.includes(part) ||
    (part === "database-log" && !project.databaseLog);
  return [isLacking, REASONS[part]];
}
