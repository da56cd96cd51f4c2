/** Records whether the responses of the auth service show that it uses forwarded addresses. */
export interface ForwardingState {
  /**
   * Networks whose first call was rate limited by the auth service. The list is cleared when the
   * service does not rate limit the first call of a network.
   */
  limited: string[];
  /**
   * True if the auth service seems to count calls by this server's address, although the server
   * sends the forwarding key.
   */
  isIgnored: boolean;
}

/**
 * If the first calls of this many networks in a row are rate limited, the SDK concludes that the
 * auth service ignores the forwarded address.
 */
const PROOF = 3;

export function createForwardingState(): ForwardingState {
  return { limited: [], isIgnored: false };
}

/**
 * Records the response to a network's first call after a pause. Returns true once, as soon as the
 * recorded calls prove that the auth service ignores the forwarded address. If the service used
 * that address, it would not limit the first calls of several networks in a row. One limited call
 * proves nothing, because the visitor may have called the service directly before.
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
