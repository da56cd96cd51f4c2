import { createHmac, randomUUID } from "node:crypto";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { LocalBackendError } from "../config/errors.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { AuthError } from "./errors.ts";
import type { UserJson } from "./user-json.ts";

const TIMEOUT_MILLISECONDS = 5_000;
const ATTEMPTS = 3;
const BACKOFF_MILLISECONDS = 2_000;
const ANSWER_BYTES = 200 * 1024;

export interface EmailData {
  token: string;
  token_hash: string;
  redirect_to: string;
  email_action_type: string;
  site_url: string;
  token_new: string;
  token_hash_new: string;
  old_email: string;
  old_phone: string;
  provider: string;
  factor_type: string;
}

export interface SendEmailHook {
  /**
   * @throws AuthError if the hook returns an error or is unreachable. The caller must discard the
   * code.
   */
  send(user: UserJson, data: Partial<EmailData>): Promise<void>;
}

type Context = Pick<ServiceContext, "config" | "urls">;

/**
 * Sends signed requests according to Standard Webhooks.
 * @see https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook
 */
export function createSendEmailHook({ config, urls }: Context): SendEmailHook | undefined {
  const configured = config.auth.hook.send_email;
  if (!configured?.enabled) return undefined;
  const url = locate(configured.uri, { config, urls });
  const keys = readKeys(configured.secrets);
  return {
    async send(user, data) {
      const body = JSON.stringify({
        user,
        email_data: {
          token: "",
          token_hash: "",
          redirect_to: "",
          email_action_type: "",
          site_url: `${urls.api}/auth/v1`,
          token_new: "",
          token_hash_new: "",
          old_email: "",
          old_phone: "",
          provider: "",
          factor_type: "",
          ...data,
        } satisfies EmailData,
      });
      readAnswer(await post(url, keys, body));
    },
  };
}

/**
 * If the URI points to this project's own API, replaces its origin with the actual address of the
 * API, whose port may differ from the configured port.
 */
function locate(uri: string, { config, urls }: Context): string {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const message = "auth.hook.send_email.uri: only http and https addresses are supported.";
    throw new LocalBackendError("bad_config", message);
  }
  const isHere = ["127.0.0.1", "localhost", "host.docker.internal"].includes(url.hostname);
  if (!isHere || url.port !== String(config.api.port)) return url.href;
  return `${urls.api}${url.pathname}${url.search}`;
}

function readKeys(secrets: string): Buffer[] {
  return secrets.split("|").map((secret) => {
    const encoded = /^v1,whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
    if (encoded === undefined) {
      const message =
        "auth.hook.send_email.secrets: must be v1,whsec_ followed by a base64 key; separate several with |.";
      throw new LocalBackendError("bad_config", message);
    }
    return Buffer.from(encoded, "base64");
  });
}

function sign(keys: readonly Buffer[], body: string): Record<string, string> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = keys.map((key) => {
    const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(", "),
  };
}

const timedOut = (cause?: unknown) =>
  new AuthError(
    422,
    "hook_timeout",
    `Failed to reach hook within maximum time of ${(TIMEOUT_MILLISECONDS / 1000).toFixed(6)} seconds`,
    {},
    { cause },
  );
const broken = (message: string) => new AuthError(500, "unexpected_failure", message);

async function post(url: string, keys: readonly Buffer[], body: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    let answer: Response;
    try {
      answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "accept-encoding": "identity",
          ...sign(keys, body),
        },
        body,
        signal,
      });
    } catch (cause) {
      if (signal.aborted) throw timedOut(cause);
      if (attempt < ATTEMPTS) {
        await pause(signal);
        continue;
      }
      const message = "Failed to reach hook after maximum retries";
      throw new AuthError(422, "hook_timeout_after_retry", message, {}, { cause });
    }
    if ([200, 202, 204].includes(answer.status)) return readJsonText(answer, signal);
    await answer.body?.cancel();
    if (answer.status === 429 || answer.status === 503) {
      if (answer.headers.has("retry-after")) continue;
      break;
    }
    if (answer.status === 400) throw broken("Invalid payload sent to hook");
    if (answer.status === 401) throw broken("Hook requires authorization token");
    throw broken(`Unexpected status code returned from hook: ${answer.status}`);
  }
  throw broken("Service currently unavailable due to hook");
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, BACKOFF_MILLISECONDS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(timedOut(signal.reason));
    });
  });
}

async function readJsonText(answer: Response, signal: AbortSignal): Promise<string> {
  const type = answer.headers.get("content-type") ?? "";
  if (type === "" && answer.status === 204) return "{}";
  if (type.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    await answer.body?.cancel();
    const message =
      type === ""
        ? "Invalid Content-Type: Missing Content-Type header"
        : `Invalid JSON response. Received content-type: ${type}`;
    throw new AuthError(400, "hook_payload_invalid_content_type", message);
  }
  const text = await answer.text().catch((cause: unknown) => {
    if (signal.aborted) throw timedOut(cause);
    throw broken("Service currently unavailable due to hook");
  });
  if (Buffer.byteLength(text) > ANSWER_BYTES) {
    const message = `Payload size exceeded size limit of ${ANSWER_BYTES} bytes`;
    throw new AuthError(422, "hook_payload_over_size_limit", message);
  }
  return text;
}

/** Throws if the body contains an error. A hook can report an error with status 200. */
function readAnswer(text: string): void {
  let answer: { error?: { http_code?: unknown; message?: unknown } } | null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw broken("Error unmarshaling JSON output.");
  }
  const { http_code: code, message } = answer?.error ?? {};
  if (typeof message !== "string" || message === "") return;
  const status = typeof code === "number" && code >= 400 && code <= 599 ? code : 500;
  throw new AuthError(
    status as ContentfulStatusCode,
    status === 500 ? "unexpected_failure" : "unknown",
    message,
  );
}
