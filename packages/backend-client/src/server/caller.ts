import type { Backend } from "../config/define-backend.js";
import { isLocalUrl } from "../config/local-url.js";
import { BackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { recordFirstAnswer } from "../limits/forwarding-key.js";
import { chargeRefusal, isRested, type LimitRules, takeCall } from "../limits/limiter.js";
import { projectState } from "../session/project-state.js";
import type { Report } from "../session/report-types.js";
import { type ClientAddress, findClientAddress } from "./client-address.js";
import type { ServerSettings } from "./options.js";

export interface CallerSource {
  headers: Pick<Headers, "get"> | undefined;
  socketAddress: string | undefined;
  log: Report;
}

function tooManyCalls(operation: string, waitMs: number): BackendError {
  return new BackendError({
    kind: "network",
    code: "rate_limited",
    status: 429,
    message: `${operation} was not sent: rate limit reached. Wait a moment.`,
    retryable: true,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    operation,
  });
}

function bypassed(operation: string): BackendError {
  return new BackendError({
    kind: "network",
    code: "client_address_unknown",
    status: 403,
    message: `${operation} was refused: X-Forwarded-For has fewer entries than clientAddress.hops, so the request did not come through the app's proxies.`,
    operation,
  });
}

export class Caller implements CallLimiter {
  readonly #backend: Pick<Backend, "url" | "runtime">;
  readonly #settings: ServerSettings;
  readonly #source: CallerSource;
  #found: ClientAddress | null = null;
  #isFirstCall = false;
  #refusal: BackendError | null = null;

  constructor(
    backend: Pick<Backend, "url" | "runtime">,
    settings: ServerSettings,
    source: CallerSource,
  ) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
  }

  get refusal(): BackendError | null {
    return this.#refusal;
  }

  get forwarded(): Record<string, string> {
    const { forwardingKey } = this.#settings;
    if (forwardingKey === undefined) return {};
    const client = this.#client;
    if (client.status !== "known") return {};
    // The auth service trusts `sb-forwarded-for` only if `apikey` is a secret key.
    return { apikey: forwardingKey, "sb-forwarded-for": client.address.text };
  }

  checkRateLimit(operation: string, user: string | undefined): BackendError | null {
    const refusal = this.#takeCall(operation, user);
    if (refusal) this.#source.log.watcher?.refused(operation, refusal);
    this.#refusal ??= refusal;
    return refusal;
  }

  chargeRefusal(user: string | undefined): void {
    const { runtime, url } = this.#backend;
    const { buckets } = projectState(url).limits;
    const caller = { network: this.#network, user };
    chargeRefusal(buckets, this.#rules, { caller, nowMs: runtime.now() });
  }

  recordAnswer(isLimited: boolean): void {
    const network = this.#network;
    if (!this.#isFirstCall || network === null || !this.#isForwarded) return;
    const { forwarding } = projectState(this.#backend.url).limits;
    if (recordFirstAnswer(forwarding, network, isLimited))
      this.#source.log("forwarding_key_ignored");
  }

  #takeCall(operation: string, user: string | undefined): BackendError | null {
    const { runtime, url } = this.#backend;
    const { buckets, logged } = projectState(url).limits;
    const rules = this.#rules;
    const isUnknown = rules.address !== false && this.#client.status !== "known";
    if (isUnknown && !isLocalUrl(url) && !logged.has("client_address_unknown")) {
      logged.add("client_address_unknown");
      this.#source.log("client_address_unknown");
    }
    if (this.#client.status === "bypassed") return bypassed(operation);
    const nowMs = runtime.now();
    const network = this.#network;
    this.#isFirstCall = network !== null && isRested(buckets, rules, network, nowMs);
    const waitMs = takeCall(buckets, rules, { caller: { network, user }, nowMs });
    return waitMs > 0 ? tooManyCalls(operation, waitMs) : null;
  }

  get #rules(): LimitRules {
    const { limits } = this.#settings;
    const { forwarding } = projectState(this.#backend.url).limits;
    if (!this.#isForwarded || forwarding.isIgnored) return limits;
    return { ...limits, unproven: false, total: false };
  }

  get #isForwarded(): boolean {
    return this.#settings.forwardingKey !== undefined && this.#client.status === "known";
  }

  get #network(): string | null {
    const client = this.#client;
    return client.status === "known" ? client.address.network : null;
  }

  get #client(): ClientAddress {
    const { headers, socketAddress } = this.#source;
    this.#found ??= findClientAddress(this.#settings.clientAddress, headers, socketAddress);
    return this.#found;
  }
}
