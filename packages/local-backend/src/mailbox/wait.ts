import type { Message } from "./message.ts";
import type { MessageFilter, MessageStore } from "./store.ts";

/** Long enough for a cold start of the Edge function that sends the email. */
const DEFAULT_TIMEOUT_MS = 15_000;

export interface WaitQuery {
  /** The recipient's address. */
  to: string;
  /** Only messages received later than this; milliseconds since the epoch. */
  since?: number;
  timeoutMs?: number;
}

/** Waits for an email to an address. */
export type WaitFor = (query: WaitQuery) => Promise<Message>;

/** Resolves with the matches as soon as there is one, or with none on timeout. */
export function waitForMatch(
  store: MessageStore,
  options: { find(): Message[]; timeoutMs: number; signal?: AbortSignal },
): Promise<Message[]> {
  const found = options.find();
  if (found.length > 0 || options.timeoutMs <= 0) return Promise.resolve(found);
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
 * `waitFor` returns the newest message that no earlier call returned, or the next one to arrive. So
 * a test that sends several emails gets them one after another.
 * @throws Error on timeout; its message does not contain the address
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
