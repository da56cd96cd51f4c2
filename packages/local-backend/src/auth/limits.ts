import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { BackendConfig } from "../config/schema.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import { IntervalLimiter } from "./interval-limiter.ts";
import { BURST, RateLimiter, tooManyEmails, tooManyRequests } from "./rate-limit.ts";

const FIVE_MINUTES = 300;
const HOUR = 3600;
/** config.toml has no setting for this limit. */
const MFA_PER_MINUTE = 15;

const USUAL = {
  token_refresh: 150,
  token_verifications: 30,
  sign_in_sign_ups: 30,
};

/**
 * Maximum number of requests at once: 30, or more in proportion if `count` exceeds the default
 * `usual`.
 */
export function burstOf(count: number, usual: number): number {
  return Math.max(BURST, Math.ceil((BURST * count) / usual));
}

export type LimitedEndpoint =
  | "token"
  | "verify"
  | "signup"
  | "anonymous"
  | "otp"
  | "recover"
  | "resend"
  | "user"
  | "passkey"
  | "challenge"
  | "factor";

export class AuthLimits {
  readonly #byEndpoint: Record<LimitedEndpoint, RateLimiter>;
  readonly #emails: IntervalLimiter | undefined;

  constructor(config: BackendConfig["auth"], now: () => number) {
    const limit = (count: number, periodSeconds: number, usual = count) =>
      new RateLimiter({ count, periodSeconds, burst: burstOf(count, usual), now });
    const { rate_limit: rates } = config;
    const signIn = () => limit(rates.sign_in_sign_ups, FIVE_MINUTES, USUAL.sign_in_sign_ups);
    this.#byEndpoint = {
      token: limit(rates.token_refresh, FIVE_MINUTES, USUAL.token_refresh),
      verify: limit(rates.token_verifications, FIVE_MINUTES, USUAL.token_verifications),
      signup: signIn(),
      // Hosted Supabase allows all anonymous sign-ins of an hour in one burst.
      anonymous: new RateLimiter({
        count: rates.anonymous_users,
        periodSeconds: HOUR,
        burst: rates.anonymous_users,
        now,
      }),
      otp: signIn(),
      recover: signIn(),
      resend: signIn(),
      user: signIn(),
      passkey: signIn(),
      challenge: limit(MFA_PER_MINUTE, 60),
      factor: limit(MFA_PER_MINUTE, 60),
    };
    this.#emails = config.email.smtp.enabled
      ? new IntervalLimiter({ count: rates.email_sent, intervalSeconds: HOUR, now })
      : undefined;
  }

  countRequest(c: Context<ServiceEnv>, endpoint: LimitedEndpoint): void {
    if (!this.#byEndpoint[endpoint].take(c.get("clientAddress"))) throw tooManyRequests();
  }

  limit(endpoint: LimitedEndpoint) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      this.countRequest(c, endpoint);
      await next();
    });
  }

  countEmail(): void {
    if (this.#emails?.take() === false) throw tooManyEmails("email rate limit exceeded");
  }

  clear(): void {
    for (const limiter of Object.values(this.#byEndpoint)) limiter.clear();
    this.#emails?.clear();
  }
}
