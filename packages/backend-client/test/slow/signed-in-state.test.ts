import { once } from "node:events";
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Backend, defineBackend } from "../../src/config/define-backend.js";
import { unwrap } from "../../src/errors/backend-error.js";
import { toNodeHandler } from "../../src/node/index.js";
import { createSessionServer } from "../../src/server/session-server.js";
import { createMemoryJar, totpCode } from "../../src/testing/index.js";
import { type SignedInStateOptions, signedInState } from "../../src/testing/playwright/index.js";
import { launchChromium } from "../consumers/chromium.js";
import { createAccount } from "../contract/scene.js";
import { createSelfSigned } from "../support/self-signed.js";

const MIA = { email: "mia@example.org", password: "correct horse battery staple" };
const TOM = { email: "tom@example.org", password: MIA.password };

let local: LocalBackend;
let backend: Backend;
let browser: Browser;
const close: (() => unknown)[] = [];

beforeAll(async () => {
  local = await startLocalBackend({
    dir: fileURLToPath(new URL("../contract/fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const { urls, keys } = local;
  backend = defineBackend({ url: urls.api, anonKey: keys.publishable });
  for (const { email } of [MIA, TOM]) await createAccount(backend, email);
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  for (const step of close.splice(0)) await step();
  await browser?.close();
  await local?.stop();
});

async function serve(protocol: "http" | "https"): Promise<string> {
  const handlers = toNodeHandler(createSessionServer(backend, { logger: false }));
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (incoming.url?.startsWith("/auth/")) return void handlers(incoming, outgoing);
    outgoing.setHeader("content-type", "text/html").end("<!doctype html><title>Site</title>");
  };
  const server =
    protocol === "http" ? createHttp(handler) : createHttps(createSelfSigned("127.0.0.1"), handler);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function visit(baseURL: string, options: Omit<SignedInStateOptions, "baseURL" | "backend">) {
  const storageState = await signedInState({ ...options, baseURL, backend });
  const context = await browser.newContext({ storageState, ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.goto(baseURL);
    const call = (path: string, method: string) =>
      page.evaluate(
        async ([to, how]) => (await fetch(to as string, { method: how as string })).json(),
        [path, method],
      );
    const session = await call("/auth/session", "GET");
    const before = (await context.cookies()).map(({ name }) => name);
    const ended = await call("/auth/sign-out", "POST");
    const after = (await context.cookies()).map(({ name }) => name);
    return { session, before, ended, after };
  } finally {
    await context.close();
  }
}

describe("a browser with the state of signedInState", () => {
  it.each([
    ["http", "sb-session"],
    ["https", "__Host-sb-session"],
  ] as const)("is signed in on %s, and the site can remove its cookies", async (protocol, name) => {
    const seen = await visit(await serve(protocol), MIA);
    expect(seen.session).toMatchObject({
      status: "authenticated",
      claims: { email: MIA.email, aal: "aal1" },
    });
    expect(seen.before).toContain(name);
    expect(seen.ended).toMatchObject({ status: "unauthenticated" });
    expect(seen.after).not.toContain(name);
  });

  it("is signed in at aal2 with a generated link, even when the current TOTP code was already used", async () => {
    const scope = createSessionServer(backend).open(createMemoryJar().request("/"));
    unwrap(await scope.auth.signInWithPassword(TOM));
    const { id, totp } = unwrap(await scope.auth.mfa.enroll({ factorType: "totp" }));
    const code = await totpCode(totp.secret, Date.now());
    unwrap(await scope.auth.mfa.challengeAndVerify({ factorId: id, code }));
    const { session } = await visit(await serve("http"), {
      email: TOM.email,
      secretKey: local.keys.secret,
      totpSecret: totp.secret,
    });
    expect(session).toMatchObject({ claims: { email: TOM.email, aal: "aal2" } });
  });
});
