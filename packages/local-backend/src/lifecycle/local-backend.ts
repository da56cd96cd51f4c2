import type { BackendConfig, ConfigOverrides } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Faults } from "../gateway/faults.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { WaitFor } from "../mailbox/wait.ts";

/** Options of `startLocalBackend`. */
export interface LocalBackendOptions {
  /** The `supabase/` folder: config.toml, migrations, functions, seed. */
  dir: string;
  /** Data directory; `<dir>/.local` by default. */
  dataDir?: string;
  /** Keep data in a temporary folder that `stop()` deletes; false by default. */
  memory?: boolean;
  /**
   * Build the database from the files of `[db.migrations] schema_paths` instead of the migrations,
   * as `supabase db reset --experimental` does. Requires `memory`, because a persistent database
   * changes only through migrations.
   */
  fromSchemas?: boolean;
  /** Delete all data, keys included, and start over; false by default. */
  fresh?: boolean;
  /** Ports instead of those in config.toml; 0 chooses a free one. */
  ports?: { api?: number; db?: number };
  /** If true, seeds an empty database. Default true. */
  seed?: boolean;
  /**
   * If true, accepts the legacy `anon` and `service_role` keys as API keys. Default true. With
   * false every service returns 401, as after Supabase disabled them for a project. Functions
   * still receive them in their old variables, as on hosted.
   */
  legacyKeys?: boolean;
  /** Settings that override config.toml, named as there. */
  config?: ConfigOverrides;
  /**
   * Clock for codes, sessions, challenges, rate limits and links, in milliseconds since the epoch;
   * the system clock by default. PostgREST always uses the system clock.
   */
  now?: () => number;
  /** Receives log lines for the operator; ignored by default. */
  log?: (line: string) => void;
}

/** A running backend. */
export interface LocalBackend {
  urls: BackendUrls;
  keys: BackendKeys;
  /** The effective configuration. */
  config: BackendConfig;
  /** Absolute path of the data directory. */
  dataDir: string;
  mailbox: {
    /** Resolves with a stored email to an address, or with the next one to arrive. */
    waitFor: WaitFor;
  };
  /** Injects failures, for tests of clients. */
  faults: Faults;
  /** Resets the database to the state after its migrations and seeds it. URLs and keys stay. */
  reset(options?: { seed?: boolean }): Promise<void>;
  /** Publishes a new ES256 key, waits until every service accepts it, then signs with it. */
  rotateSigningKey(): Promise<{ kid: string }>;
  /** Stops the backend. Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves after a child process crashed twice and the backend stopped. */
  failed: Promise<Error>;
}
