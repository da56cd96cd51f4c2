import { authAnswer, type Fault, type MemoryBackend } from "../../src/testing/index.js";

/** The ways in which the auth service, or a server in front of it, can fail. */
export const OUTAGES: Record<string, Omit<Fault, "path">> = {
  "429": {
    respond: () => authAnswer(429, { code: "over_request_rate_limit" }, { "retry-after": "5" }),
  },
  "408": { respond: () => authAnswer(408, { code: "request_timeout" }) },
  "409": { respond: () => authAnswer(409, { code: "conflict" }) },
  "401 of a gateway": { status: 401, body: '{"message":"Invalid API key"}' },
  "403 as HTML": { status: 403, body: "<h1>Forbidden</h1>" },
  "404 as HTML": { status: 404, body: "<h1>Not found</h1>" },
  "500": { respond: () => authAnswer(500, { code: "unexpected_failure" }) },
  "503": { status: 503, body: "upstream connect error" },
  reset: { drop: true },
  hang: { hang: true },
  "truncated JSON": { status: 200, body: '{"access_token":"eyJ' },
  "a session without tokens": { respond: () => authAnswer(200, { token_type: "bearer" }) },
};

/**
 * Makes the whole auth service fail, including its keys. Requests ignore their caller's abort, as
 * with some fetch implementations, so a deadline must work without an abort. Returns a function
 * that ends the outage.
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
