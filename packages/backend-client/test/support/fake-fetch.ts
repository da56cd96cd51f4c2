export interface SeenRequest {
  method: string;
  url: string;
  headers: Headers;
  body: BodyInit | null;
}

type Answer = (request: SeenRequest, signal: AbortSignal | null) => Response | Promise<Response>;

export function createFakeFetch(answer: Answer): {
  fetch: typeof fetch;
  requests: SeenRequest[];
} {
  const requests: SeenRequest[] = [];
  return {
    requests,
    fetch: async (input, init = {}) => {
      const request: SeenRequest = {
        method: init.method ?? "GET",
        url: String(input),
        headers: new Headers(init.headers),
        body: init.body ?? null,
      };
      requests.push(request);
      init.signal?.throwIfAborted();
      return answer(request, init.signal ?? null);
    },
  };
}

export function hangUntilAborted(signal: AbortSignal | null): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

export function onlyRequest(requests: SeenRequest[]): SeenRequest {
  const [request] = requests;
  if (!request || requests.length !== 1) throw new Error(`${requests.length} requests, not one`);
  return request;
}
