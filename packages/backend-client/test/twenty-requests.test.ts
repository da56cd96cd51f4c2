import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../src/config/constants.js";
import { createSessionServer } from "../src/server/session-server.js";
import { authAnswer, createMemoryBackend, type Fault } from "../src/testing/index.js";

const own = (status: number, code: string, headers?: Record<string, string>) => ({
  respond: () => authAnswer(status, { code }, headers),
});

const FAULTS: Record<string, [Omit<Fault, "path">, "unavailable" | "unauthenticated", boolean]> = {
  "a 429 from the service": [own(429, "over_request_rate_limit"), "unavailable", true],
  "a 429 with a Retry-After of one hour": [
    own(429, "over_request_rate_limit", { "retry-after": "3600" }),
    "unavailable",
    true,
  ],
  "a 429 from a gateway": [{ status: 429 }, "unavailable", true],
  "a 400 from a gateway": [{ status: 400 }, "unavailable", true],
  "a 401 from a gateway": [{ status: 401, body: '{"message":"no"}' }, "unavailable", true],
  "a 403 from a gateway": [{ status: 403 }, "unavailable", true],
  "a 404 from a gateway": [{ status: 404 }, "unavailable", true],
  "a 408 from the service": [own(408, "request_timeout"), "unavailable", true],
  "a 409 from the service": [own(409, "conflict"), "unavailable", true],
  "a 500 from the service": [own(500, "unexpected_failure"), "unavailable", true],
  "a 504 from a hook": [own(504, "hook_timeout"), "unavailable", true],
  "a 500 from a gateway": [{ status: 500 }, "unavailable", true],
  "a 502 from a gateway": [{ status: 502 }, "unavailable", true],
  "a 503 from a gateway": [{ status: 503 }, "unavailable", true],
  "a 520 from a gateway": [{ status: 520 }, "unavailable", true],
  "a 302 to another site": [
    { status: 302, headers: { location: "https://elsewhere.test/" } },
    "unavailable",
    true,
  ],
  "a lost connection": [{ drop: true }, "unavailable", true],
  "no response": [{ hang: true }, "unavailable", true],
  "a page instead of JSON": [{ status: 200, body: "<html>" }, "unavailable", true],
  "half a response": [{ status: 200, body: '{"access_token":"eyJ' }, "unavailable", true],
  "JSON without tokens": [{ respond: () => authAnswer(200, {}) }, "unavailable", true],
  "a 403 from a hook": [own(403, "unknown"), "unauthenticated", true],
  "an unknown refresh token": [own(400, "refresh_token_not_found"), "unauthenticated", false],
  "a refresh token in another format": [own(400, "validation_failed"), "unauthenticated", false],
};

describe(`a page load of twenty requests`, () => {
  it.each(Object.entries(FAULTS))(
    "ends within three seconds and sends at most two refresh requests during this fault: %s",
    async (_name, [fault, status, isKept]) => {
      const memory = createMemoryBackend();
      const jar = memory.createJar();
      const sessions = createSessionServer(memory.backend, { logger: false });
      await memory.signIn(jar);
      await sessions.open(jar.request("/")).session();
      memory.clock.skip(3_700_000);
      memory.calls.length = 0;
      memory.faults.add({ path: "/auth/v1/", times: Number.POSITIVE_INFINITY, ...fault });
      const start = memory.clock.now();
      const scopes = Array.from({ length: 20 }, () => sessions.open(jar.request("/")));
      const found = await Promise.all(scopes.map((scope) => scope.session()));
      expect(new Set(found.map((session) => session.status))).toEqual(new Set([status]));
      expect(memory.count("/auth/v1/token")).toBeLessThanOrEqual(2);
      expect(memory.clock.now() - start).toBeLessThanOrEqual(3000);
      for (const scope of scopes) jar.take(scope.apply(new Response()));
      expect(jar.cookies.has(SESSION_COOKIE)).toBe(isKept);
    },
  );
});
