import type { Message } from "./message.ts";
import type { MessageFilter, MessageStore } from "./store.ts";

/** Long enough for a cold start of a function that sends an email. */
const DEFAULT_TIMEOUT_MS = 15_000;

export interface WaitQuery {
  to: string;
  /** Accepts messages after this time, in milliseconds since the epoch. */
  since?: number;
  timeoutMs?: number;
}

export type WaitFor = (query: WaitQuery) => Promise<Message>;

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
 * Later calls ignore the returned message and all older matches, so that a test gets each email
 * once.
 * @throws Error on timeout, without the email address
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
