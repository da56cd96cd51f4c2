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
 * Records the answer to a network's first call. A service that uses the forwarded address has no
 * reason to limit that call. One limit proves nothing, because the visitor may have called the
 * service directly before.
 * @returns true if this answer showed that the service ignores the key
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
