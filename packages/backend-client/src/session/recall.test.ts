import { beforeEach, expect, it } from "vitest";
import { SESSION_COOKIE, VERIFIED_TOKENS_MAX } from "../config/constants.js";
import { createGeneration, splitValue } from "../cookies/chunk.js";
import { encodeSession } from "../cookies/encode.js";
import { Jar } from "../cookies/jar.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { projectState } from "./project-state.js";
import { recallSession } from "./resolve.js";
import { observe, type Session } from "./session.js";
import { SessionStore } from "./store.js";

let memory: MemoryBackend;
let box: MemoryJar;
let sessions: SessionServer;

const visit = (jar = box): Promise<Session> =>
  sessions.open(jar.request("/"), { isReadOnly: true }).session();

const recall = (jar = box) =>
  new SessionStore(memory.backend, new Jar(jar.getAll(), { secure: false })).recall();

beforeEach(async () => {
  memory = createMemoryBackend();
  box = memory.createJar();
  sessions = createSessionServer(memory.backend);
  memory.seed(box, await memory.auth.signIn());
});

it("a cookie is known again once its token was verified, and says the same", async () => {
  expect(recall()).toBeNull();
  const first = await visit();
  await visit();
  expect(recall()).not.toBeNull();
  expect(await visit()).toEqual(first);
  expect(first.status).toBe("authenticated");
});

it("a known cookie is answered at once, unless it is due or ended", async () => {
  const store = () => new SessionStore(memory.backend, new Jar(box.getAll(), { secure: false }));
  const atOnce = () => recallSession(memory.backend, store());
  expect(atOnce()).toBeNull();
  const session = await visit();
  await visit();
  expect(atOnce()).toEqual(session);
  memory.clock.skip((3600 - 120) * 1000);
  expect(atOnce()).toEqual(session);
  memory.clock.skip(1000);
  expect(atOnce()).toBeNull();
  memory.clock.skip(-1000);
  expect(atOnce()).toEqual(session);
  const read = store().read();
  if (read.status !== "whole") throw new Error(read.status);
  store().end(read.session, { isVerified: false });
  projectState(memory.backend.url).verified.clear();
  expect(atOnce()).toBeNull();
});

it("a cookie that only looks like a known one is read as what it is", async () => {
  for (let count = 0; count < 3; count++) await visit();
  const value = box.cookies.get(SESSION_COOKIE) ?? "";
  box.cookies.set(SESSION_COOKIE, `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`);
  expect(recall()).toBeNull();
  expect(await visit()).toMatchObject({
    status: "unavailable",
    error: { code: "session_damaged" },
  });
});

it("a known cookie is over when its token is", async () => {
  for (let count = 0; count < 3; count++) await visit();
  memory.clock.skip(3_600_000);
  expect(await visit()).toMatchObject({ status: "unavailable", error: { code: "refresh_due" } });
});

it("a known cookie is worth nothing after a sign-out, wherever it comes from", async () => {
  for (let count = 0; count < 3; count++) await visit();
  const late = box.copy();
  box.take(await sessions.handle(box.post("/auth/sign-out")));
  expect(await visit(late)).toEqual({ status: "unauthenticated" });
});

it("a known cookie beside a part of another is left to the careful reader", async () => {
  for (let count = 0; count < 3; count++) await visit();
  box.cookies.set(`${SESSION_COOKIE}.0`, "1.x");
  expect(recall()).toBeNull();
  expect(observe(await visit()).userId).not.toBeNull();
});

it("made-up cookies are not kept, and so push nobody out", async () => {
  const made = encodeSession({
    accessToken: "made.up.token",
    refreshToken: "made-up",
    expiresAt: 9_999_999_999,
    event: { count: 1, name: "SIGNED_IN" },
  });
  const [value = ""] = splitValue(made, createGeneration(memory.clock.now(), new Uint8Array(2)));
  box.cookies.set(SESSION_COOKIE, value);
  for (let count = 0; count < 3; count++) await visit();
  expect(projectState(memory.backend.url).decoded.size).toBe(0);
});

it("the oldest is forgotten when there are too many", async () => {
  const { decoded } = projectState(memory.backend.url);
  await visit();
  const session = {
    accessToken: "",
    refreshToken: "",
    expiresAt: 0,
    event: { count: 0, name: "" },
  };
  for (let count = 0; count < VERIFIED_TOKENS_MAX; count++) {
    decoded.set(String(count), { value: "", session });
  }
  await visit();
  expect(decoded.size).toBe(VERIFIED_TOKENS_MAX);
  expect(decoded.has("0")).toBe(false);
  expect(recall()).not.toBeNull();
});
