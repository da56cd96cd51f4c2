import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemoryBackend } from "../../src/testing/index.js";
import { totpCode } from "../../src/testing/totp.js";
import { createSoftAuthenticator } from "../support/soft-authenticator.js";

const RP_ID = "app.test";
const ORIGIN = "http://app.test";
const PASSWORD = "correct horse battery";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const EXPIRED_MS = 301_000;

interface Service {
  call(method: string, path: string, body?: object, token?: string): Promise<Response>;
  now(): number;
  pass(milliseconds: number): Promise<void>;
  email: string;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

let local: LocalBackend;
let skewMs = 0;

beforeAll(async () => {
  local = await startLocalBackend({
    dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
    now: () => Date.now() + skewMs,
    config: {
      auth: {
        passkey: { enabled: true },
        webauthn: { rp_id: RP_ID, rp_origins: [ORIGIN] },
        mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
      },
    },
  });
}, 120_000);

afterAll(() => local?.stop());

const json = { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" };

function openMemory(): Service {
  const memory = createMemoryBackend({ auth: { passkeys: { rpId: RP_ID, origins: [ORIGIN] } } });
  const email = "ada@example.test";
  memory.auth.createUser({ email, password: PASSWORD });
  return {
    email,
    now: () => memory.clock.now(),
    pass: (milliseconds) => memory.clock.advance(milliseconds),
    call: (method, path, body, token) =>
      memory.fetch(`${memory.backend.url}/auth/v1${path}`, {
        method,
        headers: {
          ...json,
          apikey: memory.backend.anonKey,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

async function openLocal(): Promise<Service> {
  const { urls, keys } = local;
  const email = "ada@example.test";
  const call: Service["call"] = (method, path, body, token) =>
    fetch(`${urls.api}/auth/v1${path}`, {
      method,
      headers: {
        ...json,
        apikey: keys.publishable,
        authorization: `Bearer ${token ?? keys.publishable}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const user = { email, password: PASSWORD, email_confirm: true };
  expect((await call("POST", "/admin/users", user, keys.serviceRole)).status).toBe(200);
  return {
    email,
    call,
    now: () => Date.now() + skewMs,
    async pass(milliseconds) {
      skewMs += milliseconds;
    },
  };
}

function describeAnswer({ status, body }: Answer) {
  const { code, ...rest } = body;
  return {
    status,
    code,
    keys: Object.keys(rest)
      .filter((key) => key !== "message")
      .sort(),
  };
}

async function walk(service: Service) {
  const seen: Record<string, unknown> = {};
  const call = async (
    name: string,
    method: string,
    path: string,
    { body, token }: { body?: object; token?: string } = {},
  ): Promise<Record<string, unknown>> => {
    const response = await service.call(method, path, body, token);
    const text = await response.text();
    const answer = { status: response.status, body: text === "" ? {} : JSON.parse(text) };
    seen[name] = describeAnswer(answer);
    return answer.body;
  };
  const authenticator = await createSoftAuthenticator({ rpId: RP_ID, origin: ORIGIN });
  const credentials = { email: service.email, password: PASSWORD };
  const signedIn = await service.call("POST", "/token?grant_type=password", credentials);
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  type PasskeyChallenge = {
    challenge_id: string;
    options: { challenge: string; user?: { id: string } };
  };
  const begin = async (name: string, path: string) =>
    (await call(name, "POST", path, { body: {}, token })) as unknown as PasskeyChallenge;

  const first = await begin("options of a registration", "/passkeys/registration/options");
  seen["keys of the options"] = Object.keys(first.options).sort();
  const create = { challenge: first.options.challenge, userHandle: first.options.user?.id };
  const foreign = await authenticator.create({ ...create, origin: "http://evil.test" });
  const verify = "/passkeys/registration/verify";
  const proof = (credential: unknown, { challenge_id }: PasskeyChallenge) => ({
    challenge_id,
    credential,
  });
  await call("a registration from another page", "POST", verify, {
    body: proof(foreign, first),
    token,
  });
  const good = await authenticator.create(create);
  await call("a used challenge", "POST", verify, { body: proof(good, first), token });
  await call("no credential", "POST", verify, { body: { challenge_id: UNKNOWN_ID }, token });
  const second = await begin("options again", "/passkeys/registration/options");
  const made = await authenticator.create({
    challenge: second.options.challenge,
    userHandle: second.options.user?.id,
  });
  const passkey = await call("a registration", "POST", verify, {
    body: proof(made, second),
    token,
  });
  const third = await begin("options with a passkey", "/passkeys/registration/options");
  seen["keys with a passkey"] = Object.keys(third.options).sort();
  const twice = await authenticator.create({
    challenge: third.options.challenge,
    userHandle: third.options.user?.id,
  });
  await call("the same passkey again", "POST", verify, { body: proof(twice, third), token });

  const check = "/passkeys/authentication/verify";
  const ask = () => begin("options of a sign-in", "/passkeys/authentication/options");
  const late = await ask();
  seen["keys of a sign-in"] = Object.keys(late.options).sort();
  const assertion = await authenticator.get({ challenge: late.options.challenge });
  await service.pass(EXPIRED_MS);
  await call("an expired challenge", "POST", check, { body: proof(assertion, late) });
  const elsewhere = await ask();
  const wrongDomain = await authenticator.get({
    challenge: elsewhere.options.challenge,
    rpId: "evil.test",
  });
  await call("another domain", "POST", check, { body: proof(wrongDomain, elsewhere) });
  const now = await ask();
  const right = await authenticator.get({ challenge: now.options.challenge });
  const session = await call("a sign-in", "POST", check, { body: proof(right, now) });
  const own = { token: String(session.access_token) };
  const claims = JSON.parse(Buffer.from(own.token.split(".")[1] ?? "", "base64url").toString()) as {
    aal: string;
    amr: { method: string }[];
  };
  seen.claims = [claims.aal, claims.amr.map(({ method }) => method)];

  const path = `/passkeys/${String(passkey.id)}`;
  await call("no name", "PATCH", path, { body: { friendly_name: "" }, ...own });
  await call("a name", "PATCH", path, { body: { friendly_name: "Phone" }, ...own });
  await call("an unknown passkey", "PATCH", `/passkeys/${UNKNOWN_ID}`, {
    body: { friendly_name: "Phone" },
    ...own,
  });
  await call("no id", "DELETE", "/passkeys/nothing", own);
  const factor = await call("a factor", "POST", "/factors", {
    body: { factor_type: "totp", friendly_name: "App" },
    ...own,
  });
  const { secret } = factor.totp as { secret: string };
  const factorPath = `/factors/${String(factor.id)}`;
  const challenge = await call("a challenge", "POST", `${factorPath}/challenge`, {
    body: {},
    ...own,
  });
  const code = await totpCode(secret, service.now());
  const body = { challenge_id: challenge.id, code };
  const raised = await call("its code", "POST", `${factorPath}/verify`, { body, ...own });
  const again = await ask();
  const low = await call("a sign-in at aal1", "POST", check, {
    body: proof(await authenticator.get({ challenge: again.options.challenge }), again),
  });
  const lowToken = { token: String(low.access_token) };
  await call("a registration at aal1", "POST", "/passkeys/registration/options", {
    body: {},
    ...lowToken,
  });
  await call("a removal at aal1", "DELETE", path, lowToken);
  await call("a removal", "DELETE", path, { token: String(raised.access_token) });
  const gone = await ask();
  await call("a removed passkey", "POST", check, {
    body: proof(await authenticator.get({ challenge: gone.options.challenge }), gone),
  });
  return seen;
}

it("the local backend and the memory backend return the same statuses, error codes and body keys for passkeys", async () => {
  const expected = await walk(openMemory());
  const actual = await walk(await openLocal());
  expect(actual).toEqual(expected);
  expect(actual.claims).toEqual(["aal1", ["passkey"]]);
});
