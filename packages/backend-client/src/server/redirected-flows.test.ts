import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import type { Scope } from "./scope-type.js";
import { createSessionServer } from "./session-server.js";

const STATUSES = [301, 302, 303, 307, 308] as const;
const credentials = { email: "ada@example.test", password: "correct" };

const FLOWS: Record<string, (scope: Scope) => Promise<{ error: unknown }>> = {
  signUp: ({ auth }) => auth.signUp(credentials),
  signInWithPassword: ({ auth }) => auth.signInWithPassword(credentials),
  signInWithIdToken: ({ auth }) => auth.signInWithIdToken({ provider: "google", token: "a.b.c" }),
  signInAnonymously: ({ auth }) => auth.signInAnonymously(),
  verifyOtp: ({ auth }) => auth.verifyOtp({ token_hash: "abc", type: "email" }),
  signInWithOtp: ({ auth }) => auth.signInWithOtp({ email: credentials.email }),
  resend: ({ auth }) => auth.resend({ type: "signup", email: credentials.email }),
  resetPasswordForEmail: ({ auth }) => auth.resetPasswordForEmail(credentials.email),
  reauthenticate: ({ auth }) => auth.reauthenticate(),
  getUser: ({ auth }) => auth.getUser(),
  updateUser: ({ auth }) => auth.updateUser({ password: "another" }),
  signOut: ({ auth }) => auth.signOut(),
  signOutOthers: ({ auth }) => auth.signOut({ scope: "others" }),
  listFactors: ({ auth }) => auth.mfa.listFactors(),
  enroll: ({ auth }) => auth.mfa.enroll({ factorType: "totp" }),
  challenge: ({ auth }) => auth.mfa.challenge({ factorId: crypto.randomUUID() }),
  verify: ({ auth }) =>
    auth.mfa.verify({ factorId: crypto.randomUUID(), challengeId: "c", code: "123456" }),
  unenroll: ({ auth }) => auth.mfa.unenroll({ factorId: crypto.randomUUID() }),
  refreshSession: ({ auth }) => auth.refreshSession(),
};

let memory: MemoryBackend;
let box: MemoryJar;
let target: Server;
let redirecting: Server;
let received: string[];
let status: number;

/** The tests need a real server, because only the platform's own `fetch` follows redirects. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let base: string;

beforeEach(async () => {
  memory = createMemoryBackend();
  box = memory.createJar();
  await memory.signIn(box);
  received = [];
  target = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  const to = await listen(target);
  redirecting = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { location: `${to}${request.url}` });
    response.end();
  });
  base = await listen(redirecting);
});

afterEach(async () => {
  for (const server of [target, redirecting]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it.each(
  Object.entries(FLOWS).flatMap(([name, flow]) =>
    STATUSES.map((answer) => [name, answer, flow] as const),
  ),
)("in %s, the client does not follow a redirect with status %i", async (_name, answer, flow) => {
  status = answer;
  let redirected = 0;
  const backend = defineBackend({
    ...memory.backend,
    runtime: {
      ...memory.backend.runtime,
      fetch: (input, init) => {
        const address = String(input);
        // Serve the keys without a redirect, because the test is about the flow's own call.
        if (address.endsWith("/jwks.json")) return memory.fetch(input, init);
        redirected += 1;
        return fetch(address.replace(memory.backend.url, base), init);
      },
    },
  });
  const scope = createSessionServer(backend).open(box.request("/"));
  const { error } = await flow(scope);
  expect(redirected).toBeGreaterThan(0);
  expect(received).toEqual([]);
  expect(error).toMatchObject({ kind: "network", code: "unexpected_answer", status: answer });
});
