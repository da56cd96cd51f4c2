export interface ClientFault {
  path: string;
  status?: number;
  drop?: boolean;
  delayMs?: number;
  times?: number;
}

export interface ClientFaults {
  add(fault: ClientFault): () => void;
}

export function createFaultyFetch(): {
  fetch: typeof fetch;
  faults: ClientFaults;
  requests: string[];
} {
  const armed = new Set<{ fault: ClientFault; left: number }>();
  const requests: string[] = [];
  return {
    requests,
    faults: {
      add(fault) {
        const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
        armed.add(entry);
        return () => armed.delete(entry);
      },
    },
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      requests.push(pathname);
      const met = [...armed].find(({ fault, left }) => left > 0 && pathname.includes(fault.path));
      if (!met) return fetch(input, init);
      met.left -= 1;
      const { drop, status, delayMs } = met.fault;
      if (drop) throw new TypeError("fetch failed");
      if (status !== undefined) return new Response("<html>", { status });
      await wait(delayMs ?? 0, init?.signal);
      return fetch(input, init);
    },
  };
}

function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
