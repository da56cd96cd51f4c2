/** What this process has seen of forwarded addresses. */
export interface ForwardingState {
  /** Networks in a row whose first call met a limit of the service. */
  limited: string[];
  /** Whether the service counts this server in spite of the key. */
  isIgnored: boolean;
}

/** How many networks have to meet a limit at their first call, with none in between that did not. */
const PROOF = 3;

/** Nothing seen yet. */
export function createForwardingState(): ForwardingState {
  return { limited: [], isIgnored: false };
}

/**
 * Notes the answer to the first call of a network, whose address the service was told. A service
 * that believes the address has no reason to limit that call. One visitor could have used up their
 * own limit by calling the service directly, so one answer proves nothing.
 * @returns whether this answer showed that the key is ignored
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
