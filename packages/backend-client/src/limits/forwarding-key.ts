/** Evidence in this process that the service uses forwarded addresses. */
export interface ForwardingState {
  /** Consecutive networks whose first call met a limit of the service. */
  limited: string[];
  /** True if the service counts this server despite the key. */
  isIgnored: boolean;
}

/** Consecutive networks that must meet a limit on their first call. */
const PROOF = 3;

export function createForwardingState(): ForwardingState {
  return { limited: [], isIgnored: false };
}

/**
 * True if a network's first call was limited repeatedly: a service that uses the address would not
 * limit it. One limit proves nothing, because the visitor may have called the service directly.
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
