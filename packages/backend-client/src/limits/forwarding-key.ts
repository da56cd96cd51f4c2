/** Evidence in this process that the service uses forwarded addresses. */
export interface ForwardingState {
  /** Networks in a row whose first call met a limit of the service. */
  limited: string[];
  /** True if the service counts this server in spite of the key. */
  isIgnored: boolean;
}

/** Networks in a row that must meet a limit on their first call. */
const PROOF = 3;

export function createForwardingState(): ForwardingState {
  return { limited: [], isIgnored: false };
}

/**
 * A service that uses the forwarded address has no reason to limit a network's first call. One such
 * response proves nothing, because the visitor may have called the service directly before.
 * @returns whether this response showed that the key is ignored
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
