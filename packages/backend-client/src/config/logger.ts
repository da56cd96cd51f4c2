const ENTRIES = {
  breaker_opened: {
    level: "warn",
    message: "The auth service keeps failing or asked for a pause, so calls to it are paused.",
  },
  breaker_closed: { level: "info", message: "The auth service works again." },
  clock_skew: {
    level: "warn",
    message:
      "The clocks of this server and of the auth service differ, so new tokens cannot be used. Set the clock that is wrong.",
  },
  client_address_unknown: {
    level: "warn",
    message:
      "The visitor's address is unknown, so limits per address do not apply. Set clientAddress.",
  },
  forwarding_key_missing: {
    level: "warn",
    message:
      "forwardingKey is not set, so the auth service counts all visitors under the address of this server.",
  },
  forwarding_key_ignored: {
    level: "warn",
    message:
      "The project seems to ignore forwarded addresses, so the total limits of this server apply again.",
  },
  foreign_session: {
    level: "info",
    message:
      "A request carried the session of another issuer. The SDK ignored that session and kept its cookies.",
  },
  scope_closed: {
    level: "warn",
    message:
      "A scope was used after apply, so its cookies can no longer be written. Read the session before apply.",
  },
  plain_http: {
    level: "warn",
    message:
      "The project's address is public and begins with http:, so tokens can be read in transit.",
  },
  hs256_refused: {
    level: "warn",
    message:
      "An HS256 token was refused, because the project has asymmetric keys. If it still signs with HS256, set jwtSecret.",
  },
  crypto_fallback: {
    level: "warn",
    message: "The platform's own cryptography failed, so the SDK uses WebCrypto.",
  },
  refresh_refused: {
    level: "warn",
    message: "The auth service refused to refresh a session, but did not end the session.",
  },
  bridge_user_ignored: {
    level: "warn",
    message: "The cookie of @supabase/ssr has a session of another user. The SDK ignored it.",
  },
  bridge_too_large: {
    level: "warn",
    message:
      "A session does not fit into the cookies of both libraries, so the SDK wrote only its own cookies.",
  },
  hook_failed: { level: "warn", message: "A hook of the app failed." },
  cookie_too_large: { level: "warn", message: "A session does not fit into its cookies." },
} as const satisfies Record<string, { level: LogLevel; message: string }>;

export const LOG_CODES: readonly string[] = Object.keys(ENTRIES);

/** Severity of an entry. */
export type LogLevel = "info" | "warn" | "error";

/** Code of a log entry. Minor versions may add codes. */
export type LogCode = keyof typeof ENTRIES;

/** Facts never contain tokens, addresses or user ids. */
export type LogFacts = Readonly<Record<string, string | number | boolean>>;

/** A log entry. All properties except `level`, `code` and `message` are facts about the entry. */
export interface LogEntry {
  /** Severity of the entry. */
  level: LogLevel;
  /** Code of the entry. */
  code: LogCode;
  /** English text. */
  message: string;
  [fact: string]: string | number | boolean;
}

/** Receives the server's log entries. */
export type Logger = (entry: LogEntry) => void;

export type Log = (code: LogCode, facts?: LogFacts) => void;

const MINUTE_MS = 60_000;

function createConsoleLogger(now: () => number): Logger {
  const lastWrites = new Map<LogCode, number>();
  return ({ level, code, message, ...facts }) => {
    const at = now();
    const before = lastWrites.get(code);
    // `at < before` means that the clock was set back. Write the entry then.
    if (level === "info" || (before !== undefined && at >= before && at - before < MINUTE_MS))
      return;
    lastWrites.set(code, at);
    console.warn(`backend-client ${code}: ${message}`, facts);
  };
}

export function createLog(
  logger: Logger | false | undefined,
  now: () => number,
  name?: string | undefined,
): Log {
  if (logger === false) return () => undefined;
  const write = logger ?? createConsoleLogger(now);
  const label = name === undefined ? {} : { backend: name };
  return (code, facts = {}) => {
    try {
      write({ ...facts, ...label, ...ENTRIES[code], code });
    } catch {
      // An error of the logger must not fail the request.
    }
  };
}
