import type { BackendConfig, ConfigOverrides } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Faults } from "../gateway/faults.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { WaitFor } from "../mailbox/wait.ts";

/** Options of `startLocalBackend`. */
export interface LocalBackendOptions {
  /** The `supabase/` folder: config.toml, migrations, functions, seed. */
  dir: string;
  /** Data directory. Default `<dir>/.local`. */
  dataDir?: string;
  /** If true, keeps the data in a temporary folder, which `stop()` deletes. Default false. */
  memory?: boolean;
  /**
   * If true, builds the database from the files of `[db.migrations] schema_paths` instead of the
   * migrations, as `supabase db reset --experimental` does. Default false. Requires `memory`,
   * because a persistent database changes only through migrations.
   */
  fromSchemas?: boolean;
  /**
   * If true, deletes all data and keys at the start, and restores them if the start fails. Default
   * false.
   */
  fresh?: boolean;
  /** Ports that replace those in config.toml. 0 chooses a free port. */
  ports?: { api?: number; db?: number };
  /** If true, seeds an empty database. Default true. */
  seed?: boolean;
  /**
   * If true, accepts the legacy `anon` and `service_role` keys as API keys. Default true. If false,
   * every service returns 401 for them, as hosted Supabase does after a project disables them.
   * Functions receive the keys in the legacy variables either way, as on hosted Supabase.
   */
  legacyKeys?: boolean;
  /** Settings that override those in config.toml, with the same names. */
  config?: ConfigOverrides;
  /**
   * Returns the time for codes, sessions, challenges, rate limits and links, in milliseconds since
   * the epoch. Default: the system clock. PostgREST always uses the system clock.
   */
  now?: () => number;
  /** Receives log lines for the operator. Default: they are discarded. */
  log?: (line: string) => void;
}

export interface LocalBackend {
  urls: BackendUrls;
  keys: BackendKeys;
  /** The configuration with defaults and overrides applied. */
  config: BackendConfig;
  dataDir: string;
  mailbox: {
    /**
     * Returns the newest email to an email address, or waits for one. Later calls ignore this email
     * and all older matches.
     */
    waitFor: WaitFor;
  };
  /** Makes requests fail, so that a test can check how a client handles the failure. */
  faults: Faults;
  /**
   * Resets the database to the state after its migrations, deletes all emails and stored files, and
   * then runs the seed, unless `seed` is false. The URLs and keys stay the same.
   */
  reset(options?: { seed?: boolean }): Promise<void>;
  /**
   * Publishes a new ES256 key, waits until every service accepts it, then signs new tokens with it.
   */
  rotateSigningKey(): Promise<{ kid: string }>;
  /** Stops the backend. Later calls wait until the first call has stopped the backend. */
  stop(): Promise<void>;
  /**
   * Resolves with the error after a child process crashed twice or could not be restarted, and the
   * backend has stopped.
   */
  failed: Promise<Error>;
}
