import type { BackendConfig, ConfigOverrides } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Faults } from "../gateway/faults.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { WaitFor } from "../mailbox/wait.ts";

export interface LocalBackendOptions {
  /** Path of the `supabase/` folder. */
  dir: string;
  /** Path of the data directory. Default: `<dir>/.local`. */
  dataDir?: string;
  /** Stores the data in a temporary folder, which `stop()` deletes. Default: false. */
  memory?: boolean;
  /**
   * Builds the database from the files of `[db.migrations] schema_paths` instead of the migrations.
   * Default: false. Requires `memory`, because a persistent database changes only through
   * migrations.
   */
  fromSchemas?: boolean;
  /** Deletes all data and keys at the start. If the start fails, restores them. Default: false. */
  fresh?: boolean;
  /** Ports instead of those in config.toml. 0 chooses a free port. */
  ports?: { api?: number; db?: number };
  /** Seeds an empty database. Default: true. */
  seed?: boolean;
  /**
   * Accepts the legacy `anon` and `service_role` keys as API keys. Default: true. If false, paths
   * that require an API key respond to these keys with 401.
   */
  legacyKeys?: boolean;
  /** Settings that override config.toml, with the same names. */
  config?: ConfigOverrides;
  /**
   * Returns the time in milliseconds since the epoch. Default: the system clock, which PostgREST
   * always uses.
   */
  now?: () => number;
  /** Receives log lines for the operator. Default: discards them. */
  log?: (line: string) => void;
}

export interface LocalBackend {
  urls: BackendUrls;
  keys: BackendKeys;
  /** The settings in use, including defaults and overrides. */
  config: BackendConfig;
  dataDir: string;
  mailbox: {
    /**
     * Returns the newest email to an address, or waits for one. Later calls ignore the returned
     * email and all older matches.
     */
    waitFor: WaitFor;
  };
  /** Makes requests fail, so that a test can check how a client handles failures. */
  faults: Faults;
  /**
   * Resets the database to the state after its migrations and deletes all emails and stored files.
   * Then runs the seed, unless `seed` is false.
   */
  reset(options?: { seed?: boolean }): Promise<void>;
  /**
   * Publishes a new ES256 key, waits until every service accepts it, then signs new tokens with it.
   */
  rotateSigningKey(): Promise<{ kid: string }>;
  /** Stops the backend. Later calls wait until the first call has stopped it. */
  stop(): Promise<void>;
  /**
   * Resolves with the error after the backend has stopped because a child process crashed twice or
   * could not be restarted.
   */
  failed: Promise<Error>;
}
