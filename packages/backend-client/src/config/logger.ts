/** What the server logs: a closed list, each code with its level and sentence. */
const ENTRIES = {
  breaker_opened: {
    level: "warn",
    message: "The auth service keeps failing, or asked for a pause: calls are held back.",
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
    message: "The project does not use forwarded addresses: the server's own limits count again.",
  },
  foreign_session: {
    level: "info",
    message: "A request carried the session of another issuer. It was left alone.",
  },
  scope_closed: {
    level: "warn",
    message: "A scope was used after apply: cookies can no longer be written.",
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
  cookie_too_large: { level: "warn", message: "A session does not fit into its cookies." },
} as const satisfies Record<string, { level: LogLevel; message: string }>;

/** How urgent an entry is. */
export type LogLevel = "info" | "warn" | "error";

/** What an entry is about. Minor versions may add codes. */
export type LogCode = keyof typeof ENTRIES;

/** Facts about an entry: numbers and names, never tokens, addresses or ids of users. */
export type LogFacts = Readonly<Record<string, string | number | boolean>>;

/** One entry. Whatever else it holds is a fact about it. */
export interface LogEntry {
  /** How urgent it is. */
  level: LogLevel;
  /** What it is about. */
  code: LogCode;
  /** One sentence in English. */
  message: string;
  /** Numbers and names; never a token, an address or a user's id. */
  [fact: string]: string | number | boolean;
}

/** Receives the server's log entries. */
export type Logger = (entry: LogEntry) => void;

/** Reports by code; the sentence belongs to the code. */
export type Log = (code: LogCode, facts?: LogFacts) => void;

const MINUTE_MS = 60_000;

/** The console, from `warn` on and once per code and minute. */
function createConsoleLogger(now: () => number): Logger {
  const told = new Map<LogCode, number>();
  return ({ level, code, message, ...facts }) => {
    const at = now();
    const before = told.get(code);
    // A clock set back must not silence a code.
    if (level === "info" || (before !== undefined && at >= before && at - before < MINUTE_MS))
      return;
    told.set(code, at);
    console.warn(`backend-client ${code}: ${message}`, facts);
  };
}

/**
 * Builds the report of a server.
 * @param logger the app's own; `false` silences it; undefined writes to the console
 */
export function createLog(logger: Logger | false | undefined, now: () => number): Log {
  if (logger === false) return () => undefined;
  const write = logger ?? createConsoleLogger(now);
  return (code, facts = {}) => {
    try {
      write({ ...facts, ...ENTRIES[code], code });
    } catch {
      // A logger at fault must not take the visitor's request along.
    }
  };
}
