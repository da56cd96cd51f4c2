import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "#crypto";
import type { CallLimiter } from "../limits/call-limiter.js";
import { authAnswer, createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { refreshTokens } from "./refresh.js";

let memory: MemoryBackend;
let token: string;

beforeEach(async () => {
  memory = createMemoryBackend();
  token = (await memory.auth.signIn()).refresh_token;
});

const refuse = (status: number, body: Record<string, unknown>) =>
  memory.faults.add({ path: "/auth/v1/token", respond: () => authAnswer(status, body) });

describe("a refresh that the service refuses", () => {
  it.each([
    [403, { code: "unknown" }, ["ada"]],
    [400, { code: "validation_failed" }, ["ada"]],
    [409, { code: "conflict" }, []],
    [429, { code: "over_request_rate_limit" }, []],
  ])(
    "counts toward its visitor's rate limit only if the refusal is permanent: status %i",
    async (status, body, charged) => {
      const users: (string | undefined)[] = [];
      const limiter: CallLimiter = {
        checkRateLimit: () => null,
        chargeRefusal: (user) => users.push(user),
        recordAnswer: () => undefined,
      };
      refuse(status, body);
      await refreshTokens(memory.backend, token, { limiter, user: "ada" });
      expect(users).toEqual(charged);
    },
  );

  it("is logged once with the service's error code, even if it is requested twice", async () => {
    const entries: unknown[] = [];
    const log = (...entry: unknown[]) => void entries.push(entry);
    for (const to of [undefined, log]) {
      const { refresh_token } = await memory.auth.signIn();
      refuse(403, { code: "not_for_you" });
      for (let call = 0; call < 2; call++) {
        const outcome = await refreshTokens(memory.backend, refresh_token, { log: to });
        expect(outcome).toMatchObject({ status: "refused", error: { status: 403 } });
      }
    }
    expect(entries).toEqual([["refresh_refused", { reason: "not_for_you" }]]);
  });
});

it("each refresh token has its own lock, whose name contains only a hash of the token", async () => {
  const names: string[] = [];
  const { runtime } = memory.backend;
  const { lock } = runtime;
  runtime.lock = (name, work) => {
    names.push(name);
    return lock(name, work);
  };
  await refreshTokens(memory.backend, token);
  await refreshTokens(memory.backend, "other");
  expect(names).toEqual([`refresh:${await sha256(token)}`, `refresh:${await sha256("other")}`]);
});

it("a stored refresh result does not keep the process alive", async () => {
  const options: unknown[] = [];
  const { runtime } = memory.backend;
  const { schedule } = runtime;
  runtime.schedule = (work, delayMs, given) => {
    if (delayMs === 10_000) options.push(given);
    return schedule(work, delayMs, given);
  };
  await refreshTokens(memory.backend, token);
  expect(options).toEqual([{ isBackground: true }]);
});
