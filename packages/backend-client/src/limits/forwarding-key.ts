/** What this process knows about the service's use of forwarded addresses. */
export interface ForwardingState {
  /** The last networks in a row whose first call met a rate limit of the service. */
  limited: string[];
  /** True if the service counts calls by this server's address although it received the key. */
  isIgnored: boolean;
}

/** Number of networks in a row whose first call must meet a limit. */
const PROOF = 3;

export function createForwardingState(): ForwardingState {
  return { limited: [], isIgnored: false };
}

/**
 * Returns true if the first calls of several networks in a row met a limit. A service that uses the
 * forwarded address would not limit them. One such call proves nothing, because that visitor may
 * have called the service directly.
 */
export function recordFirstAnswer(
  state: ForwardingState,
  network: string,
  isLimited: boolean,
): boolean {
  if (state.isIgnored) return false;
  if (!isLimited) {
    state.limited = [];
    return false;
  }
  if (!state.limited.includes(network)) state.limited.push(network);
  state.isIgnored = state.limited.length >= PROOF;
  return state.isIgnored;
}
