import {
  REFUSED_REFRESH_CALLS,
  SERVICE_BURST,
  SERVICE_PER_MINUTE,
  USER_BURST,
  USER_PER_MINUTE,
} from "../config/constants.js";
import { levelOf, paid, type Rate, waitFor } from "./bucket.js";
import { type BucketMap, makeRoom } from "./bucket-map.js";

type BucketName = "address" | "client" | "user" | "unproven" | "total";

export type LimitState = Record<BucketName, BucketMap>;

export type LimitRules = Record<BucketName, Rate | false>;

export interface LimitedCaller {
  network: string | null;
  user: string | undefined;
}

const EVERYONE = "";

const HOSTED_SERVICE: Rate = { burst: SERVICE_BURST, perMinute: SERVICE_PER_MINUTE };

export function createLimitState(): LimitState {
  return {
    address: new Map(),
    client: new Map(),
    user: new Map(),
    unproven: new Map(),
    total: new Map(),
  };
}

function divide({ burst, perMinute }: Rate, parts: number): Rate {
  return { burst: Math.max(1, Math.floor(burst / parts)), perMinute: perMinute / parts };
}

export function limitRules(options: {
  serviceLimit: Rate | false;
  clientLimit: Partial<Rate> | false;
}): LimitRules {
  const { serviceLimit, clientLimit } = options;
  const client = clientLimit && { ...divide(serviceLimit || HOSTED_SERVICE, 3), ...clientLimit };
  return {
    address: client,
    client,
    user: clientLimit && { burst: USER_BURST, perMinute: USER_PER_MINUTE },
    unproven: serviceLimit && divide(serviceLimit, 2),
    total: serviceLimit,
  };
}

function* keysOf({ network, user }: LimitedCaller): Generator<[BucketName, string]> {
  if (network !== null) yield ["address", network];
  if (network !== null && user === undefined) yield ["client", network];
  if (user === undefined) yield ["unproven", EVERYONE];
  else yield ["user", user];
  yield ["total", EVERYONE];
}

export function takeCall(
  state: LimitState,
  rules: LimitRules,
  { caller, nowMs }: { caller: LimitedCaller; nowMs: number },
): number {
  const payments: { buckets: BucketMap; key: string; rate: Rate; level: number }[] = [];
  let longestWait = 0;
  for (const [name, key] of keysOf(caller)) {
    const rate = rules[name];
    if (!rate) continue;
    const buckets = state[name];
    const known = buckets.get(key);
    const level = levelOf(known, rate, nowMs);
    // Store the current time. Otherwise, if the clock was set back, the bucket would not refill
    // until the clock reaches the bucket's old time.
    if (known) buckets.set(key, paid(level, 0, nowMs));
    longestWait = Math.max(longestWait, waitFor(level, rate));
    payments.push({ buckets, key, rate, level });
  }
  if (longestWait > 0) return longestWait;
  for (const { buckets, key, rate, level } of payments) {
    if (!buckets.has(key) && !makeRoom(buckets, rate, nowMs)) continue;
    buckets.set(key, paid(level, 1, nowMs));
  }
  return 0;
}

/**
 * A refused token costs several calls, because the service refuses every forged token but few real
 * ones.
 */
export function chargeRefusal(
  state: LimitState,
  rules: LimitRules,
  { caller, nowMs }: { caller: LimitedCaller; nowMs: number },
): void {
  const { network, user } = caller;
  const rate = rules.client;
  const buckets = state.client;
  if (!rate || network === null) return;
  if (!buckets.has(network) && !makeRoom(buckets, rate, nowMs)) return;
  // Without a verified session, `takeCall` has already charged this bucket once for the call.
  const due = REFUSED_REFRESH_CALLS - (user === undefined ? 1 : 0);
  buckets.set(network, paid(levelOf(buckets.get(network), rate, nowMs), due, nowMs));
}

export function isRested(
  { address }: LimitState,
  rules: LimitRules,
  network: string,
  nowMs: number,
): boolean {
  const rate = rules.address;
  if (!rate) return false;
  return levelOf(address.get(network), rate, nowMs) === levelOf(undefined, rate, nowMs);
}
