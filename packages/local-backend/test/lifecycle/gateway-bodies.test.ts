import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createClient } from "@supabase/supabase-js";
import { exportSPKI, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const MIB = 1024 * 1024;
const project = createProject();
let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
});
afterAll(async () => {
  await backend.stop();
  project.remove();
});

const json = (key: string) => ({ apikey: key, "content-type": "application/json" });

function send(path: string, headers: Record<string, string>, body: Readable) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(`${backend.urls.api}${path}`, { method: "POST", headers });
    call.on("response", async (answer: IncomingMessage) => {
      let body = "";
      for await (const part of answer.setEncoding("utf8")) body += part;
      resolve({ status: answer.statusCode, body });
      call.destroy();
    });
    call.on("error", (error: NodeJS.ErrnoException) => {
      // The service may refuse the request and close the connection before the client has sent the
      // whole body.
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
    });
    call.flushHeaders();
    body.pipe(call);
  });
}

const sendChunked = (path: string, key: string, chunks: Iterable<string | Buffer>) =>
  send(path, json(key), Readable.from(chunks));

const announce = (path: string, key: string, bytes: number) =>
  send(path, { ...json(key), "content-length": `${bytes}` }, new Readable({ read() {} }));

/** The message is the same as on hosted Supabase. */
const TOO_LARGE = `Request body too large (max ${MIB} bytes)`;

function* endless(): Generator<Buffer> {
  yield Buffer.from('{"email":"');
  for (;;) yield Buffer.alloc(64 * 1024, "a");
}

test.each([
  ["/auth/v1/otp", MIB],
  ["/realtime/v1/api/broadcast", 3 * MIB],
  ["/mailbox/emails", 56 * MIB],
])(
  "limits the size of a body for %s with and without a Content-Length header",
  async (path, maxBytes) => {
    const key = backend.keys.publishable;
    const refused = path.startsWith("/auth/")
      ? { code: 413, error_code: "request_entity_too_large", msg: TOO_LARGE }
      : { message: `The request body is larger than ${maxBytes} bytes.` };
    const response = await announce(path, key, maxBytes + 1);
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toEqual(refused);
    const untold = await sendChunked(path, key, endless());
    expect(untold.status).toBe(413);
    expect(JSON.parse(untold.body)).toEqual(refused);
  },
);

test("accepts a request body with chunked transfer encoding", async () => {
  const address = { email: "chunked@example.test" };
  const signUp = { ...address, password: "correct horse battery" };
  const answer = await sendChunked("/auth/v1/signup", backend.keys.publishable, [
    JSON.stringify(signUp).slice(0, 10),
    JSON.stringify(signUp).slice(10),
  ]);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject(address);
});

test("accepts a large chunked body for REST, and returns a large response completely", async () => {
  const rows = Array.from({ length: 900 }, (_, index) => ({
    user_id: "00000000-0000-4000-8000-000000000009",
    body: `${index}:`.padEnd(10_000, "x"),
  }));
  const text = JSON.stringify(rows);
  const halves = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  const written = await sendChunked("/rest/v1/notes", backend.keys.secret, halves);
  expect(written.status).toBe(201);

  const url = `${backend.urls.api}/rest/v1/notes?select=body&body=like.*x&order=id`;
  const answer = await fetch(url, { headers: { apikey: backend.keys.secret } });
  const bodies = (await answer.json()) as { body: string }[];
  expect(bodies.map(({ body }) => body)).toEqual(rows.map(({ body }) => body));
});

test("closes the connection to PostgREST if a client disconnects during a response", async () => {
  const url = `${backend.urls.api}/rest/v1/notes?select=body&limit=300`;
  for (let count = 0; count < 70; count += 1) {
    const leaving = new AbortController();
    const headers = { apikey: backend.keys.secret };
    await fetch(url, { headers, signal: leaving.signal });
    leaving.abort();
  }
  // If an aborted request kept its connection to PostgREST, no connection would be free for this
  // request.
  const answer = await fetch(`${url}&offset=1`, { headers: { apikey: backend.keys.secret } });
  expect(answer.status).toBe(200);
});

test("storage accepts a user's token without an API key, but not a missing token, a forged token, or a secret key as the token", async () => {
  const client = createClient(backend.urls.api, backend.keys.secret);
  const person = { email: "tus@example.test", password: "correct horse battery" };
  await client.auth.admin.createUser({ ...person, email_confirm: true });
  const { data } = await client.auth.signInWithPassword(person);
  const authorization = `Bearer ${data.session?.access_token}`;
  const list = (headers: Record<string, string>) =>
    fetch(`${backend.urls.api}/storage/v1/object/list/documents`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ prefix: "" }),
    });
  expect((await list({ authorization })).status).toBe(200);
  expect(await (await list({})).json()).toMatchObject({ statusCode: "400" });
  expect((await list({ authorization: `Bearer ${backend.keys.secret}` })).status).toBe(401);
  const wrong = await list({ authorization: `${authorization.slice(0, -4)}AAAA` });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ statusCode: "403" });
});

test("REST, Auth, Storage and Realtime refuse unsigned tokens, and tokens signed with another key or with the public key as the HMAC secret", async () => {
  const file = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const { d: _private, ...jwk } = file.signingKeys[0];
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const claims = () =>
    new SignJWT({ role: "service_role", sub: crypto.randomUUID() }).setExpirationTime("1 minute");
  const forged = await Promise.all([
    // Tokens signed with HS256, with the public key as the secret.
    ...[await exportSPKI(publicKey), JSON.stringify(jwk), jwk.x].map((secret) =>
      claims().setProtectedHeader({ alg: "HS256", kid: jwk.kid }).sign(Buffer.from(secret)),
    ),
    // A token signed with the secret for signed links.
    claims()
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(file.internalSecret, "base64url")),
    // A token with the ID of the backend's key, signed with another key.
    claims()
      .setProtectedHeader({ alg: "ES256", kid: jwk.kid })
      .sign((await generateKeyPair("ES256")).privateKey),
  ]);
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  forged.push(`${none}.${forged[0]?.split(".")[1]}.`);
  for (const token of forged) {
    const headers = { apikey: backend.keys.publishable, authorization: `Bearer ${token}` };
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${backend.urls.api}${path}`, { headers, ...init })).status;
    expect(await status("/rest/v1/notes")).toBe(401);
    expect(await status("/auth/v1/admin/users")).toBe(403);
    expect(await status("/auth/v1/user")).toBe(403);
    expect(await status("/storage/v1/bucket")).toBe(400);
    const body = JSON.stringify({ messages: [{ topic: "a", event: "b", payload: {} }] });
    const json = { ...headers, "content-type": "application/json" };
    const broadcast = { method: "POST", headers: json, body };
    expect(await status("/realtime/v1/api/broadcast", broadcast)).toBe(401);
  }
});
