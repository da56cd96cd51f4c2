import type { Lock, Locker, RequestRelease } from "@tus/server";

const MAX_WAIT_MS = 10_000;

export const LOCKED = { status_code: 423, body: "The resource is locked" };

interface Holder {
  requestRelease: RequestRelease;
  released: Promise<void>;
  release(): void;
}

/**
 * If an upload is locked, a new request cancels the request that has the lock and waits for its
 * end.
 */
export class UploadLocker implements Locker {
  readonly #holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    let own: Holder | undefined;
    return {
      lock: async (signal, requestRelease) => {
        const deadline = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
        for (;;) {
          const holder = this.#holders.get(id);
          if (!holder) break;
          await holder.requestRelease();
          await Promise.race([holder.released, aborted(deadline)]);
          if (deadline.aborted) throw LOCKED;
        }
        own = createHolder(requestRelease);
        this.#holders.set(id, own);
      },
      unlock: async () => {
        if (own && this.#holders.get(id) === own) this.#holders.delete(id);
        own?.release();
      },
    };
  }
}

function createHolder(requestRelease: RequestRelease): Holder {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { requestRelease, released, release };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
