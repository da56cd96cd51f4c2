import { expect, it } from "vitest";
import {
  CLIENTS_MAX,
  COOLDOWNS_MAX,
  ENDED_MAX,
  FLIGHTS_MAX,
  HOLDS_MAX,
  VERIFIED_TOKENS_MAX,
} from "../config/constants.js";
import { projectState, realmState } from "../session/project-state.js";
import { authAnswer, createMemoryBackend, createMemoryJar } from "../testing/index.js";
import { createSessionServer } from "./session-server.js";

const REQUESTS = 3_000;

const ANSWERS = [
  () => authAnswer(403, { code: "unknown" }),
  () => authAnswer(400, { code: "refresh_token_not_found" }),
];

it(`the server's in-memory maps stay within their size limits over ${REQUESTS} requests of new visitors`, async () => {
  const memory = createMemoryBackend();
  const { backend } = memory;
  let calls = 0;
  backend.runtime.fetch = async (input, init) => {
    if (!String(input).includes("/token")) return memory.fetch(input, init);
    calls += 1;
    return ANSWERS[calls % ANSWERS.length]?.() ?? Response.error();
  };
  const sessions = createSessionServer(backend, { serviceLimit: false, logger: false });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = part({ alg: "ES256", typ: "JWT", kid: "made up" });
  const now = Math.floor(memory.clock.now() / 1000);
  for (let visitor = 0; visitor < REQUESTS; visitor++) {
    const claims = {
      sub: `user-${visitor}`,
      session_id: `session-${visitor}`,
      role: "authenticated",
      aud: "authenticated",
      iss: backend.issuer,
      exp: now + 3600,
    };
    const jar = createMemoryJar();
    memory.seed(jar, {
      access_token: `${header}.${part(claims)}.AAAA`,
      refresh_token: `made-up-token-${visitor}`,
      expires_in: 3600,
    });
    const address = `203.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    const headers = new Headers({ "x-forwarded-for": address });
    await sessions.open({ cookies: jar, headers }).session();
  }
  expect(calls).toBe(REQUESTS);
  const { flights, cooldowns, holds, keys, limits, realms } = projectState(backend.url);
  const { asked, answers, verified, ended } = await realmState(backend, undefined);
  const sizes = {
    flights: [flights.size, FLIGHTS_MAX],
    cooldowns: [cooldowns.size, COOLDOWNS_MAX],
    holds: [holds.size, HOLDS_MAX],
    missing: [keys.missing.size, 1],
    realms: [realms.size, 1],
    asked: [asked.size, 0],
    answers: [answers.size, VERIFIED_TOKENS_MAX],
    verified: [verified.size, VERIFIED_TOKENS_MAX],
    endedTokens: [ended.refreshTokens.size, ENDED_MAX],
    endedSessions: [ended.sessionIds.size, ENDED_MAX],
    addresses: [limits.buckets.address.size, CLIENTS_MAX],
    clients: [limits.buckets.client.size, CLIENTS_MAX],
    users: [limits.buckets.user.size, CLIENTS_MAX],
  };
  for (const [name, [size = 0, most = 0]] of Object.entries(sizes)) {
    expect(size, name).toBeLessThanOrEqual(most);
  }
  expect(flights.size).toBeGreaterThanOrEqual(FLIGHTS_MAX - 1);
  expect(cooldowns.size).toBe(COOLDOWNS_MAX);
}, 60_000);
