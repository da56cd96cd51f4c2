import { defaultRuntime, type Runtime } from "./runtime.js";

/** A signal that ends with the caller's, or when its time is over. */
export interface Deadline {
  signal: AbortSignal;
  /** Lets go of timer and listener. */
  release(): void;
}

/** Begins to count on the injected timers; a passed deadline aborts as `TimeoutError`. */
export function startDeadline(
  milliseconds: number,
  { runtime, signal }: { runtime?: Partial<Runtime> | undefined; signal?: AbortSignal | undefined },
): Deadline {
  const controller = new AbortController();
  const schedule = runtime?.schedule ?? defaultRuntime.schedule;
  const expire = () => controller.abort(new DOMException("deadline", "TimeoutError"));
  const cancel = schedule(expire, milliseconds);
  const forward = () => controller.abort(signal?.reason);
  if (signal?.aborted) forward();
  signal?.addEventListener("abort", forward);
  return {
    signal: controller.signal,
    release() {
      cancel();
      signal?.removeEventListener("abort", forward);
    },
  };
}
