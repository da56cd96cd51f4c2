/** Milliseconds a token counts as young: what it says of the user's rights is not asked again. */
const YOUNG_MS = 60_000;

/**
 * Tokens asked for ahead of their time, for channels that the server forbids: the token may say less
 * than its user may by now. Each costs a rotation of the session, so they are few: one for a topic
 * until it was joined, one for all channels that wait at the same time, none while the token is
 * young.
 */
export interface Renewals {
  /** How many tokens came so far: a channel refused with an older one just asks again. */
  version(): number;
  /** Renews the token for a topic; null where that would tell nothing new. */
  renewalFor(key: string): (() => Promise<void>) | null;
  /** A token came by itself. */
  tokenCame(): void;
  /** A topic was joined: once lost, it is worth a renewal again. */
  joined(key: string): void;
  /** Someone else is signed in, or nobody. */
  identityChanged(): void;
}

/** Creates the renewals of one client; without `renewToken` there are none. */
export function createRenewals(
  renewToken: (() => Promise<unknown>) | undefined,
  now: () => number,
): Renewals {
  const tried = new Set<string>();
  let version = 0;
  let cameAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | null = null;

  function tokenCame(): void {
    version++;
    cameAt = now();
  }

  function renew(ask: () => Promise<unknown>): Promise<void> {
    flight ??= ask()
      .then(tokenCame)
      .finally(() => {
        flight = null;
      });
    return flight;
  }

  return {
    version: () => version,
    renewalFor(key) {
      const isYoung = flight === null && Math.abs(now() - cameAt) < YOUNG_MS;
      if (!renewToken || isYoung || tried.has(key)) return null;
      tried.add(key);
      return () => renew(renewToken);
    },
    tokenCame,
    joined: (key) => void tried.delete(key),
    identityChanged() {
      tried.clear();
      cameAt = Number.NEGATIVE_INFINITY;
    },
  };
}
