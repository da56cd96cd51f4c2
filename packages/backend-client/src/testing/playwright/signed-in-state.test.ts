import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSessionServer, type SessionServerOptions } from "../../server/index.js";
import { authAnswer, createMemoryBackend, type MemoryBackend, totpCode } from "../index.js";
import { signedInState } from "./signed-in-state.js";
import type { StorageState } from "./storage-state.js";

const OLIVIA = { email: "olivia@example.test", password: "correct horse" };
const HTTPS = "https://app.example.com";

let memory: MemoryBackend;
let folder: string;

beforeEach(() => {
  memory = createMemoryBackend();
  memory.auth.createUser(OLIVIA);
  folder = mkdtempSync(join(tmpdir(), "signed-in-state-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function visit(state: StorageState, url: string, options: SessionServerOptions = {}) {
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const sessions = createSessionServer(memory.backend, options);
  return sessions.open(new Request(url, { headers: { cookie } })).session();
}

async function addFactor(): Promise<string> {
  const scope = createSessionServer(memory.backend).open(memory.createJar().request("/"));
  await scope.auth.signInWithPassword(OLIVIA);
  const { data } = await scope.auth.mfa.enroll({ factorType: "totp" });
  const secret = data?.totp.secret ?? "";
  const code = await totpCode(secret, memory.clock.now());
  await scope.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code });
  return secret;
}

describe("signedInState", () => {
  it("returns the cookies of an https site, bound to its host", async () => {
    const { cookies, origins } = await signedInState({
      ...OLIVIA,
      baseURL: `${HTTPS}/start`,
      backend: memory.backend,
    });
    expect(origins).toEqual([]);
    expect(cookies.map(({ name }) => name)).toEqual([
      "__Host-sb-session",
      "sb-present",
      "sb-fresh",
    ]);
    const now = Math.floor(memory.clock.now() / 1000);
    expect(cookies[0]).toEqual({
      name: "__Host-sb-session",
      value: expect.any(String),
      domain: "app.example.com",
      path: "/",
      expires: now + 400 * 86_400,
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
    });
    const session = await visit({ cookies, origins }, HTTPS);
    expect(session).toMatchObject({
      status: "authenticated",
      claims: { email: OLIVIA.email, aal: "aal1" },
    });
  });

  it("returns the cookies that a server with the same options uses on an http site", async () => {
    const options = { cookiePrefix: "app", cookieSeconds: 3600 };
    const baseURL = "http://127.0.0.1:3000";
    const state = await signedInState({
      ...OLIVIA,
      ...options,
      baseURL,
      backend: memory.backend,
    });
    expect(state.cookies[0]).toMatchObject({
      name: "app-session",
      domain: "127.0.0.1",
      expires: Math.floor(memory.clock.now() / 1000) + 3600,
      secure: false,
    });
    expect(await visit(state, baseURL, options)).toMatchObject({ status: "authenticated" });
  });

  it("returns cookies for the parent domain when cookieDomain is set", async () => {
    const options = { cookieDomain: "example.com" };
    const state = await signedInState({
      ...OLIVIA,
      ...options,
      baseURL: HTTPS,
      backend: memory.backend,
    });
    expect(state.cookies[0]).toMatchObject({ name: "sb-session", domain: ".example.com" });
    expect(await visit(state, HTTPS, options)).toMatchObject({ status: "authenticated" });
  });

  it("raises the session to aal2, even when the current TOTP code was already used", async () => {
    const totpSecret = await addFactor();
    memory.faults.add({
      path: /\/verify$/,
      respond: () => authAnswer(422, { code: "mfa_verification_failed" }),
    });
    const state = await signedInState({
      ...OLIVIA,
      totpSecret,
      baseURL: HTTPS,
      backend: memory.backend,
    });
    expect(await visit(state, HTTPS)).toMatchObject({ claims: { aal: "aal2" } });
  });

  it("writes a file that only its owner can read", async () => {
    const path = join(folder, ".auth/olivia.json");
    const write = () => signedInState({ ...OLIVIA, path, baseURL: HTTPS, backend: memory.backend });
    await write();
    chmodSync(path, 0o644);
    const state = await write();
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(state);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("throws the service's error for a wrong password or TOTP code, and names an option or factor that is missing", async () => {
    const site = { baseURL: HTTPS, backend: memory.backend };
    await expect(signedInState({ ...OLIVIA, ...site, password: "wrong" })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    await expect(signedInState({ ...site, email: OLIVIA.email })).rejects.toThrow(
      "signedInState: pass password or secretKey.",
    );
    await expect(signedInState({ ...OLIVIA, ...site, totpSecret: "AAAAAAAA" })).rejects.toThrow(
      "the account has no authenticator app",
    );
    await addFactor();
    await expect(
      signedInState({ ...OLIVIA, ...site, totpSecret: "AAAAAAAA" }),
    ).rejects.toMatchObject({ code: "mfa_verification_failed" });
  });

  it("requests a magic link with the secret key when no password is given", async () => {
    memory.faults.add({
      path: "/auth/v1/admin/generate_link",
      respond(call) {
        expect(call.headers.get("apikey")).toBe("sb_secret_test");
        expect(call.headers.get("authorization")).toBeNull();
        expect(call.body).toEqual({ type: "magiclink", email: OLIVIA.email });
        return undefined;
      },
    });
    const site = { baseURL: HTTPS, backend: memory.backend };
    // The memory backend has no admin API, so it responds with 404.
    await expect(
      signedInState({ ...site, email: OLIVIA.email, secretKey: "sb_secret_test" }),
    ).rejects.toMatchObject({ status: 404 });
    expect(memory.count("/auth/v1/admin/generate_link")).toBe(1);
  });

  it("refuses a secret key that is not valid header text, and does not show the key in the error", async () => {
    const site = { baseURL: HTTPS, backend: memory.backend };
    const secretKey = "sb_secret_never\nprinted";
    const refused = signedInState({ ...site, email: OLIVIA.email, secretKey });
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain("never");
    expect(memory.calls).toEqual([]);
  });
});
