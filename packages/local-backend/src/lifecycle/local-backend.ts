import type { BackendConfig, ConfigOverrides } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Faults } from "../gateway/faults.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { WaitFor } from "../mailbox/wait.ts";

/** What `startLocalBackend` accepts. */
export interface LocalBackendOptions {
  /** The `supabase/` folder: config.toml, migrations, functions, seed. */
  dir: string;
  /** Where data is kept; `<dir>/.local` unless told. */
  dataDir?: string;
  /** Throw-away data below the temporary folder, deleted by `stop()`. */
  memory?: boolean;
  /**
   * Build the database from the files of `[db.migrations] schema_paths` instead of the migrations,
   * as `supabase db reset --experimental` does. Needs `memory`: a database that is kept grows by
   * migrations.
   */
  fromSchemas?: boolean;
  /** Delete what the data directory holds, keys included, and begin anew. */
  fresh?: boolean;
  /** Override config.toml's ports; 0 takes a free one. */
  ports?: { api?: number; db?: number };
  /** Whether a database that is still empty is seeded; true unless told. */
  seed?: boolean;
  /**
   * Whether the legacy `anon` and `service_role` keys are accepted as API keys; true by default. Set it
   * to false to test a project as it is after Supabase disabled them: every service answers 401 to
   * them then. Functions still receive them in their old variables, as on hosted.
   */
  legacyKeys?: boolean;
  /** Settings merged over config.toml, spelled as there. */
  config?: ConfigOverrides;
  /**
   * The clock of everything that expires here: codes, sessions, challenges, rate limits, links.
   * Milliseconds since the epoch; the machine's unless told. PostgREST keeps the machine's.
   */
  now?: () => number;
  /** Receives one line at a time for the operator; silent unless told. */
  log?: (line: string) => void;
}

/** A running backend. */
export interface LocalBackend {
  urls: BackendUrls;
  keys: BackendKeys;
  /** The configuration in force. */
  config: BackendConfig;
  /** Absolute path of the data directory. */
  dataDir: string;
  mailbox: {
    /** Answers a mail to an address: one that is there already, or the next. */
    waitFor: WaitFor;
  };
  /** Failures to inject, for tests of clients. */
  faults: Faults;
  /** Back to the state after the migrations, then seeded; URLs and keys survive. */
  reset(options?: { seed?: boolean }): Promise<void>;
  /** Publishes a new ES256 key, waits until everyone accepts it, then signs with it. */
  rotateSigningKey(): Promise<{ kid: string }>;
  /** Ends everything that was started. Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves when a child crashed twice and the backend gave up; it is stopped then. */
  failed: Promise<Error>;
}
