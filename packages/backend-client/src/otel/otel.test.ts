import { afterEach, beforeEach, expect, it } from "vitest";
import { ADA, createHookedVisitor } from "../../test/support/hooked-visitor.js";
import { type RecordedTelemetry, recordTelemetry } from "../../test/support/recorded-telemetry.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend } from "../testing/index.js";
import { openTelemetry } from "./index.js";

const HOUR_MS = 3_600_000;

let recorded: RecordedTelemetry;
beforeEach(() => {
  recorded = recordTelemetry();
});
afterEach(() => recorded.stop());

const open = () => createHookedVisitor({ telemetry: openTelemetry() });
const spansOf = (name: string) => recorded.spans.filter((span) => span.name === name);
const metricsOf = (name: string) => recorded.metrics.filter((metric) => metric.name === name);

it("the session's span has one child span per HTTP call, including the retry", async () => {
  const { memory, box, within } = open();
  await memory.signIn(box);
  memory.clock.skip(HOUR_MS);
  memory.faults.add({ path: "/auth/v1/token", status: 503, body: "" });
  await within((scope) => scope.session());
  const facts = {
    "http.request.method": "POST",
    "server.address": new URL(memory.backend.url).hostname,
  };
  const [failed, repeated, ...others] = spansOf("backend.auth.refresh");
  expect(others).toEqual([]);
  expect(failed).toEqual({
    name: "backend.auth.refresh",
    parent: "backend.session",
    attributes: {
      ...facts,
      "http.response.status_code": 503,
      "backend.error.code": "service_unavailable",
    },
    isError: true,
    isEnded: true,
  });
  expect(repeated).toMatchObject({
    attributes: { ...facts, "http.response.status_code": 200 },
    isError: false,
    isEnded: true,
  });
  expect(spansOf("backend.session")).toMatchObject([
    { attributes: { "backend.session.status": "authenticated" }, isEnded: true, isError: false },
  ]);
});

it("every call of an auth flow has a span, even a call without a response", async () => {
  const { memory, within } = open();
  memory.faults.add({ path: "/auth/v1/token", drop: true });
  await within(({ auth }) => auth.signInWithPassword(ADA));
  await within(({ auth }) => auth.signInWithPassword(ADA));
  await within(({ auth }) => auth.signOut());
  const [lost, done] = spansOf("backend.auth.signInWithPassword");
  expect(lost?.attributes).not.toHaveProperty("http.response.status_code");
  expect(lost).toMatchObject({
    attributes: { "backend.error.code": "unreachable" },
    isError: true,
  });
  expect(done).toMatchObject({ attributes: { "http.response.status_code": 200 }, isError: false });
  expect(spansOf("backend.auth.signOut")).toHaveLength(1);
});

it("openTelemetry() measures the duration of calls in seconds", async () => {
  const { memory, within } = open();
  memory.faults.add({ path: "/auth/v1/token", delayMs: 1500 });
  await within(({ auth }) => auth.signInWithPassword(ADA));
  const calls = metricsOf("backend.auth.duration").filter(
    ({ attributes }) => attributes["backend.operation"] === "auth.signInWithPassword",
  );
  expect(calls).toMatchObject([
    { value: 1.5, attributes: { "http.request.method": "POST", "http.response.status_code": 200 } },
  ]);
});

it("openTelemetry() counts sessions by state, and ends the span of a session whose cookies cannot be read", async () => {
  const { memory, box, within, sessions } = open();
  await within((scope) => scope.session());
  await memory.signIn(box);
  await within((scope) => scope.session());
  const broken = sessions.open({ cookies: { getAll: () => Promise.reject(new Error("secret")) } });
  await broken.session().catch(() => undefined);
  const states = metricsOf("backend.session.resolutions").map(
    ({ attributes }) => attributes["backend.session.status"],
  );
  expect(states.slice(0, 2)).toEqual(["unauthenticated", "authenticated"]);
  expect(spansOf("backend.session").every(({ isEnded }) => isEnded)).toBe(true);
  expect(JSON.stringify(recorded)).not.toContain("secret");
});

it("openTelemetry() reports when the circuit breaker opens and when it closes", async () => {
  const { memory, sessions, within, box } = open();
  await memory.signIn(box);
  const others = Array.from({ length: 5 }, () => memory.createJar());
  for (const other of others) await memory.signIn(other);
  await within((scope) => scope.session());
  memory.clock.skip(HOUR_MS);
  const end = memory.faults.add({ path: "/auth/v1/token", times: 99, drop: true });
  for (const other of others) await sessions.open(other.request("/")).session();
  end();
  memory.clock.skip(30_000);
  await within((scope) => scope.session());
  const address = { "server.address": new URL(memory.backend.url).hostname };
  expect(metricsOf("backend.breaker.open")).toEqual([
    { name: "backend.breaker.open", value: 1, attributes: address },
    { name: "backend.breaker.open", value: 0, attributes: address },
  ]);
});

it("openTelemetry() records metrics even if the app registers its providers after the call", async () => {
  recorded.stop();
  const telemetry = openTelemetry();
  recorded = recordTelemetry();
  const { memory } = createHookedVisitor();
  await createSessionServer(memory.backend, { telemetry })
    .open(new Request("http://app.test/"))
    .session();
  expect(metricsOf("backend.session.resolutions")).toHaveLength(1);
});

it("openTelemetry() labels spans with the backend's name", async () => {
  const memory = createMemoryBackend();
  const backend = { ...memory.backend, name: "shop" };
  const sessions = createSessionServer(backend, { telemetry: openTelemetry(), logger: false });
  const scope = sessions.open(memory.createJar().request("/"));
  await scope.session();
  await scope.auth.signInAnonymously();
  expect(recorded.spans.map(({ name }) => name)).toContain("backend.auth.signInAnonymously");
  for (const { attributes } of recorded.spans) expect(attributes["backend.name"]).toBe("shop");
});
