export interface ForwardingState {
  limited: string[];
  isIgnored: boolean;
}

const PROOF = 3;

export function createForwardingState(): ForwardingState {
  return { limited: [], isIgnored: false };
}

/**
 * Returns true once, when the service has limited the first calls of three networks in a row. The
 * service then probably ignores the forwarded addresses. A single limited call proves nothing,
 * because that visitor may have called the service directly before.
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
