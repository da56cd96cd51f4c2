import { authAnswer, type Fault, type MemoryBackend } from "../../src/testing/index.js";

export const OUTAGES: Record<string, Omit<Fault, "path">> = {
  "a 429": {
    respond: () => authAnswer(429, { code: "over_request_rate_limit" }, { "retry-after": "5" }),
  },
  "a 408": { respond: () => authAnswer(408, { code: "request_timeout" }) },
  "a 409": { respond: () => authAnswer(409, { code: "conflict" }) },
  "a 401 from a gateway": { status: 401, body: '{"message":"Invalid API key"}' },
  "a 403 and an HTML page": { status: 403, body: "<h1>Forbidden</h1>" },
  "a 404 and an HTML page": { status: 404, body: "<h1>Not found</h1>" },
  "a 500": { respond: () => authAnswer(500, { code: "unexpected_failure" }) },
  "a 503": { status: 503, body: "upstream connect error" },
  "a lost connection": { drop: true },
  "no response": { hang: true },
  "truncated JSON": { status: 200, body: '{"access_token":"eyJ' },
  "a session without tokens": { respond: () => authAnswer(200, { token_type: "bearer" }) },
};

/**
 * Requests ignore abort signals, as in some fetch implementations, so deadlines must work without
 * them.
 * @returns a function that ends the outage
 */
export function beginOutage(memory: MemoryBackend, fault: Omit<Fault, "path">): () => void {
  const { runtime } = memory.backend;
  runtime.fetch = (input, { signal: _, ...init } = {}) => memory.fetch(input, init);
  const end = memory.faults.add({
    times: Number.POSITIVE_INFINITY,
    ...fault,
    path: "/auth/v1/",
  });
  return () => {
    end();
    runtime.fetch = memory.fetch;
  };
}
