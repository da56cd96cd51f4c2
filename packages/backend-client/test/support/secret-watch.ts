import { inspect } from "node:util";
import type { Backend } from "../../src/config/define-backend.js";
import { openTelemetry } from "../../src/otel/index.js";
import type { SessionHooks } from "../../src/server/hooks.js";
import type { SessionServerOptions } from "../../src/server/options.js";
import { recordTelemetry } from "./recorded-telemetry.js";

const SECRET_KEYS = new Set([
  ...["access_token", "refresh_token", "provider_token", "provider_refresh_token"],
  ...["password", "code_verifier", "auth_code", "token", "token_hash", "secret"],
]);
/** A six-digit `code` is the code of a second factor. Other values of `code` are error codes. */
const FACTOR_CODE = /^\d{6}$/;
const PERSONAL_KEYS = new Set(["email", "phone", "sub", "user_id"]);

interface Found {
  secrets: Set<string>;
  /** Values that hooks may receive, but that must not be in the log or in telemetry. */
  personal: Set<string>;
}

function collect(value: unknown, found: Found): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== "string") collect(part, found);
    else if (part !== "" && SECRET_KEYS.has(key)) found.secrets.add(part);
    else if (key === "code" && FACTOR_CODE.test(part)) found.secrets.add(part);
    else if (part !== "" && PERSONAL_KEYS.has(key)) found.personal.add(part);
  }
}

function collectText(text: string, found: Found): void {
  try {
    collect(JSON.parse(text), found);
  } catch {
    // The body is not JSON, for example a page.
  }
}

async function collectCall(request: Request, response: Response, found: Found): Promise<void> {
  collect(Object.fromEntries(new URL(request.url).searchParams), found);
  const bearer = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  if (bearer.startsWith("eyJ")) found.secrets.add(bearer);
  const key = request.headers.get("apikey") ?? "";
  if (key.startsWith("sb_secret_")) found.secrets.add(key);
  const visitor = request.headers.get("sb-forwarded-for");
  if (visitor !== null) found.personal.add(visitor);
  collectText(await request.text(), found);
  collectText(await response.text(), found);
}

const printed = (value: unknown): string =>
  `${inspect(value, { depth: 10, showHidden: true })} ${JSON.stringify(value) ?? ""}`;

const isWord = (text: string, word: string): boolean => {
  const at = text.indexOf(word);
  return at !== -1 && !/\w/.test(`${text[at - 1] ?? ""}${text[at + word.length] ?? ""}`);
};

export interface SecretWatch {
  options: Pick<SessionServerOptions, "hooks" | "logger" | "telemetry">;
  seen(): { hooks: number; entries: number; spans: number; metrics: number };
  /**
   * Returns each value passed to hooks, log or telemetry that contains a secret. Also returns each
   * value of log or telemetry with personal data, or with text that looks like a token, a secret
   * key, a query or an email address.
   */
  leaks(): string[];
  stop(): void;
}

export function watchSecrets({ runtime }: Pick<Backend, "runtime">): SecretWatch {
  const found: Found = { secrets: new Set(), personal: new Set() };
  const hooked: string[] = [];
  const entries: string[] = [];
  const telemetry = recordTelemetry();
  const { fetch } = runtime;
  runtime.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(input, init);
    await collectCall(request, response.clone(), found);
    return response;
  };
  const keep = (name: string) => (argument: unknown) =>
    void hooked.push(`${name} ${printed(argument)}`);
  const hooks: Required<SessionHooks> = {
    allowSignIn(candidate) {
      keep("allowSignIn")(candidate);
      return true;
    },
    signedIn: keep("signedIn"),
    refreshed: keep("refreshed"),
    refused: keep("refused"),
    signedOut: keep("signedOut"),
    serviceFault: keep("serviceFault"),
  };
  return {
    options: {
      hooks,
      logger: (entry) => void entries.push(printed(entry)),
      telemetry: openTelemetry(),
    },
    seen: () => ({
      hooks: hooked.length,
      entries: entries.length,
      spans: telemetry.spans.length,
      metrics: telemetry.metrics.length,
    }),
    leaks() {
      const quiet = [...entries, ...[...telemetry.spans, ...telemetry.metrics].map(printed)];
      const { secrets, personal } = found;
      return [
        ...[...hooked, ...quiet].filter((text) => [...secrets].some((word) => isWord(text, word))),
        ...quiet.filter((text) => [...personal].some((word) => isWord(text, word))),
        ...quiet.filter((text) => /eyJ|[?@]\w|sb_secret_/.test(text)),
      ];
    },
    stop() {
      telemetry.stop();
      runtime.fetch = fetch;
    },
  };
}
