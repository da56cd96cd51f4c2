import { defaultRuntime, type Runtime } from "./runtime.js";

export interface Deadline {
  signal: AbortSignal;
  release(): void;
}

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

export async function withDeadline<T>(
  runtime: Pick<Runtime, "schedule">,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let cancel = (): void => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = runtime.schedule(() => {
      const reason = new DOMException("deadline", "TimeoutError");
      controller.abort(reason);
      reject(reason);
    }, milliseconds);
  });
  try {
    // An injected fetch or a response body may ignore the signal.
    return await Promise.race([work(controller.signal), late]);
  } finally {
    cancel();
  }
}
