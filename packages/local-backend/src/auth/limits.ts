import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { BackendConfig } from "../config/schema.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import { RateLimiter, tooManyEmails, tooManyRequests } from "./rate-limit.ts";

const FIVE_MINUTES = 300;
const HOUR = 3600;
/** Per IP address. The CLI has no setting for it. */
const MFA_PER_MINUTE = 15;

export type LimitedEndpoint =
  | "token"
  | "verify"
  | "signup"
  | "anonymous"
  | "otp"
  | "recover"
  | "resend"
  | "user"
  | "challenge"
  | "factor";

/** Limits by IP address and endpoint, and the hourly number of emails. */
export class AuthLimits {
  readonly #byEndpoint: Record<LimitedEndpoint, RateLimiter>;
  readonly #emails: RateLimiter | undefined;

  constructor(config: BackendConfig["auth"], now: () => number) {
    const limit = (count: number, periodSeconds: number) =>
      new RateLimiter({ count, periodSeconds, now });
    const { rate_limit: rates } = config;
    const signIn = () => limit(rates.sign_in_sign_ups, FIVE_MINUTES);
    this.#byEndpoint = {
      token: limit(rates.token_refresh, FIVE_MINUTES),
      verify: limit(rates.token_verifications, FIVE_MINUTES),
      signup: signIn(),
      anonymous: limit(rates.anonymous_users, HOUR),
      otp: signIn(),
      recover: signIn(),
      resend: signIn(),
      user: signIn(),
      challenge: limit(MFA_PER_MINUTE, 60),
      factor: limit(MFA_PER_MINUTE, 60),
    };
    this.#emails = config.email.smtp.enabled
      ? new RateLimiter({
          count: rates.email_sent,
          periodSeconds: HOUR,
          burst: rates.email_sent,
          now,
        })
      : undefined;
  }

  /** Throws 429 `over_request_rate_limit` above the limit. */
  countRequest(c: Context<ServiceEnv>, endpoint: LimitedEndpoint): void {
    if (!this.#byEndpoint[endpoint].take(c.get("clientAddress"))) throw tooManyRequests();
  }

  limit(endpoint: LimitedEndpoint) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      this.countRequest(c, endpoint);
      await next();
    });
  }

  /** Counts the emails of all users. Throws 429 `over_email_send_rate_limit` above the limit. */
  countEmail(): void {
    if (this.#emails?.take("all") === false) throw tooManyEmails("email rate limit exceeded");
  }

  clear(): void {
    for (const limiter of Object.values(this.#byEndpoint)) limiter.clear();
    this.#emails?.clear();
  }
}
