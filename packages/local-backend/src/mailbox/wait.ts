import type { Message } from "./message.ts";
import type { MessageFilter, MessageStore } from "./store.ts";

/**
 * The default time limit is long enough for the cold start of an Edge Function that sends an email.
 */
const DEFAULT_TIMEOUT_MS = 15_000;

export interface WaitQuery {
  /** The recipient's address. */
  to: string;
  /** Accepts messages received after this time, in milliseconds since the epoch. */
  since?: number;
  timeoutMs?: number;
}

export type WaitFor = (query: WaitQuery) => Promise<Message>;

/**
 * Resolves with the matching messages as soon as one exists, or with an empty list on timeout or
 * when `signal` aborts.
 */
export function waitForMatch(
  store: MessageStore,
  options: { find(): Message[]; timeoutMs: number; signal?: AbortSignal },
): Promise<Message[]> {
  const found = options.find();
  if (found.length > 0 || options.timeoutMs <= 0 || options.signal?.aborted) {
    return Promise.resolve(found);
  }
  return new Promise((resolve) => {
    const finish = (messages: Message[]) => {
      clearTimeout(timer);
      stopListening();
      options.signal?.removeEventListener("abort", giveUp);
      resolve(messages);
    };
    const giveUp = () => finish([]);
    const timer = setTimeout(giveUp, options.timeoutMs);
    const stopListening = store.onMessage(() => {
      const messages = options.find();
      if (messages.length > 0) finish(messages);
    });
    options.signal?.addEventListener("abort", giveUp);
  });
}

/**
 * Creates `waitFor`, which returns the newest matching message, or waits for one. Later calls
 * ignore this message and all older matches. A test that waits after each email therefore gets each
 * email once.
 * @throws Error on timeout. The error message does not contain the email address.
 */
export function createWaitFor(store: MessageStore): WaitFor {
  const answered = new Set<string>();
  return async ({ to, since, timeoutMs = DEFAULT_TIMEOUT_MS }) => {
    const filter: MessageFilter = { to, since };
    const find = () => store.list(filter).filter(({ id }) => !answered.has(id));
    const messages = await waitForMatch(store, { find, timeoutMs });
    const [newest] = messages;
    if (newest === undefined) throw new Error(`No email arrived within ${timeoutMs} ms.`);
    for (const { id } of messages) answered.add(id);
    return newest;
  };
}
