const ENTRIES = {
  breaker_opened: {
    level: "warn",
    message: "The auth service keeps failing, or asked for a pause: calls are paused.",
  },
  breaker_closed: { level: "info", message: "The auth service works again." },
  clock_skew: {
    level: "warn",
    message: "This server's clock and the auth service's differ: fresh tokens cannot be used.",
  },
  client_address_unknown: {
    level: "warn",
    message: "The visitor's address is not known: limits per address do not apply.",
  },
  forwarding_key_missing: {
    level: "warn",
    message: "Without forwardingKey the auth service counts all visitors as this server.",
  },
  forwarding_key_ignored: {
    level: "warn",
    message:
      "The project seems to ignore forwarded addresses: the server's own limits apply again.",
  },
  foreign_session: {
    level: "info",
    message:
      "A request carried the session of another issuer. The SDK ignored that session and kept its cookies.",
  },
  scope_closed: {
    level: "warn",
    message: "A scope was used after apply: cookies can no longer be written.",
  },
  plain_http: {
    level: "warn",
    message: "The project's address is public and begins with http: tokens can be read on the way.",
  },
  hs256_refused: {
    level: "warn",
    message: "An HS256 token was refused: the project signs with asymmetric keys.",
  },
  crypto_fallback: {
    level: "warn",
    message: "The platform's own cryptography failed: WebCrypto is used instead.",
  },
  refresh_refused: {
    level: "warn",
    message: "The auth service refuses to refresh a session and does not end it.",
  },
  bridge_user_ignored: {
    level: "warn",
    message: "The cookie of @supabase/ssr has a session of another user. The SDK ignored it.",
  },
  bridge_too_large: {
    level: "warn",
    message: "A session does not fit into the cookies of both libraries: only the SDK has one.",
  },
  hook_failed: { level: "warn", message: "A hook of the app failed." },
  cookie_too_large: { level: "warn", message: "A session does not fit into its cookies." },
} as const satisfies Record<string, { level: LogLevel; message: string }>;

export const LOG_CODES: readonly string[] = Object.keys(ENTRIES);

/** Severity of an entry. */
export type LogLevel = "info" | "warn" | "error";

/** Code of a log entry. Minor versions may add codes. */
export type LogCode = keyof typeof ENTRIES;

/** Facts about a log entry: numbers and names. They never contain tokens, addresses or user ids. */
export type LogFacts = Readonly<Record<string, string | number | boolean>>;

/** A log entry. All other properties are facts about the entry. */
export interface LogEntry {
  /** Severity of the entry. */
  level: LogLevel;
  /** Code of the entry. */
  code: LogCode;
  /** One sentence in English. */
  message: string;
  [fact: string]: string | number | boolean;
}

/** Receives the server's log entries. */
export type Logger = (entry: LogEntry) => void;

export type Log = (code: LogCode, facts?: LogFacts) => void;

const MINUTE_MS = 60_000;

/** Writes entries of level `warn` or higher to the console, once per code and minute. */
function createConsoleLogger(now: () => number): Logger {
  const told = new Map<LogCode, number>();
  return ({ level, code, message, ...facts }) => {
    const at = now();
    const before = told.get(code);
    // Without this check, a clock that was set back would silence the code.
    if (level === "info" || (before !== undefined && at >= before && at - before < MINUTE_MS))
      return;
    told.set(code, at);
    console.warn(`backend-client ${code}: ${message}`, facts);
  };
}

/**
 * Creates the log of a server. `false` turns the log off; undefined writes to the console. `name`
 * labels the entries.
 */
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
