import { SERVICE_BURST, SERVICE_PER_MINUTE } from "../config/constants.js";
import type { Rate } from "../limits/bucket.js";
import { type LimitRules, limitRules } from "../limits/limiter.js";
import type { ClientAddressOption } from "./client-address.js";

/** Options that identify visitors and limit their calls to the auth service. */
export interface LimitOptions {
  /**
   * Rate of calls that the auth service accepts from this server's address. Calls without a
   * verified session may use at most half of it. Default: 30 in a row and 30 per minute, as on the
   * hosted service. `false` removes the limit that all visitors share.
   */
  serviceLimit?: Partial<Rate> | false | undefined;
  /**
   * Rate of calls to the auth service that one address, or one /64 of IPv6, may cause. Raise the
   * limit if a large office shares an address. `false` turns off the limits for addresses and for
   * users. Default: a third of `serviceLimit`.
   */
  clientLimit?: Partial<Rate> | false | undefined;
  /**
   * The source of the visitor's address. Choose a source that the visitor cannot write. Limits per
   * address do not apply to an unknown address. A private address counts as unknown, except if a
   * function returns it. Default: `"auto"`, the socket's address if it is public, otherwise the
   * last entry of `X-Forwarded-For`. In Next, the SDK never knows the socket's address, so use a
   * proxy in production and set `header` or `hops`.
   * @example
   * createSessionServer(backend, { clientAddress: { header: "cf-connecting-ip" } });
   */
  clientAddress?: ClientAddressOption | undefined;
  /**
   * A secret key (`sb_secret_…`) with which the server sends the visitor's address to the auth
   * service, so that its limits count visitors. Requires a `clientAddress` other than `"auto"`, and
   * a project that accepts forwarded addresses (`GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED`). Never
   * give the key to a browser. A hosted service may skip its captcha check for such calls, so
   * verify captchas yourself. Default: none; the service counts all calls as calls of this server.
   */
  forwardingKey?: string | undefined;
}

export interface LimitSettings {
  limits: LimitRules;
  clientAddress: ClientAddressOption;
  forwardingKey: string | undefined;
}

type Refuse = (sentence: string) => never;

const HIGHEST_RATE = 1_000_000;
const MAX_HOPS = 20;
/** @see RFC 9110 §5.1 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

function checkRate(name: string, rate: Partial<Rate> | false, refuse: Refuse): void {
  if (rate === false) return;
  if (typeof rate !== "object" || rate === null) {
    refuse(`${name} must be { burst, perMinute } or false.`);
  }
  for (const [part, value] of Object.entries(rate)) {
    if (part !== "burst" && part !== "perMinute") {
      refuse(`${name}.${part} is not an option of the SDK. Use burst and perMinute.`);
    }
    const isUsable = typeof value === "number" && value >= 1 && value <= HIGHEST_RATE;
    if (value !== undefined && !isUsable) {
      refuse(`${name}.${part} must be a number from 1 to ${HIGHEST_RATE}.`);
    }
  }
}

function checkClientAddress(option: ClientAddressOption, refuse: Refuse): void {
  if (option === "auto" || option === "socket" || typeof option === "function") return;
  if (typeof option === "object" && option !== null) {
    if ("hops" in option) {
      const { hops } = option;
      if (Number.isInteger(hops) && hops >= 1 && hops <= MAX_HOPS) return;
      refuse(`clientAddress.hops must be a whole number from 1 to ${MAX_HOPS}.`);
    }
    if ("header" in option) {
      if (typeof option.header === "string" && HEADER_NAME.test(option.header)) return;
      refuse("clientAddress.header must be the name of a header.");
    }
  }
  refuse('clientAddress must be "auto", "socket", { hops }, { header } or a function.');
}

export function parseLimits(options: LimitOptions, refuse: Refuse): LimitSettings {
  const { serviceLimit = {}, clientLimit = {}, clientAddress = "auto", forwardingKey } = options;
  checkClientAddress(clientAddress, refuse);
  checkRate("serviceLimit", serviceLimit, refuse);
  checkRate("clientLimit", clientLimit, refuse);
  if (forwardingKey !== undefined && !/^sb_secret_/.test(forwardingKey)) {
    refuse("forwardingKey must be a secret key of the project (sb_secret_…).");
  }
  if (forwardingKey !== undefined && clientAddress === "auto") {
    // With `auto`, a visitor may be able to forge the address. The visitor could then guess codes
    // without a limit, from a new address each time.
    refuse(
      "forwardingKey needs clientAddress: set it to the header that your proxy writes, or to the number of your proxies (hops).",
    );
  }
  const limits = limitRules({
    serviceLimit: serviceLimit && {
      burst: serviceLimit.burst ?? SERVICE_BURST,
      perMinute: serviceLimit.perMinute ?? SERVICE_PER_MINUTE,
    },
    clientLimit,
  });
  return { limits, clientAddress, forwardingKey };
}
