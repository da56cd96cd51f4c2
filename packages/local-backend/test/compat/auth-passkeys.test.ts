import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({ auth: { passkey: { enabled: true } } });
});
afterAll(() => world.stop());

type Entered = Awaited<ReturnType<AuthWorld["enter"]>>;

async function bearer({ client }: Entered): Promise<Record<string, string>> {
  const { data } = await client.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

async function begin(kind: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await world.call(`/passkeys/${kind}/options`, { json: {}, headers });
  return ((await response.json()) as { challenge_id: string }).challenge_id;
}

async function finish(kind: string, id: string, headers: Record<string, string> = {}) {
  const json = { challenge_id: id, credential: {} };
  const response = await world.call(`/passkeys/${kind}/verify`, { json, headers });
  return response.headers.get("x-sb-error-code");
}

test("accepts a passkey challenge once, and only from its own user and for its own purpose", async () => {
  const ada = await bearer(await world.enter("ada"));
  const eve = await bearer(await world.enter("eve"));
  const registration = await begin("registration", ada);
  const signIn = await begin("authentication");
  const unknown = "webauthn_challenge_not_found";
  expect(await finish("registration", registration, eve)).toBe(unknown);
  expect(await finish("authentication", registration)).toBe(unknown);
  expect(await finish("registration", signIn, ada)).toBe(unknown);
  expect(await finish("registration", registration, ada)).toBe("webauthn_verification_failed");
  expect(await finish("registration", registration, ada)).toBe(unknown);
});

test("hides a user's passkey from other users, who cannot rename or remove it, and lets an administrator remove it", async () => {
  const owner = await world.enter("owner");
  const other = await bearer(await world.enter("other"));
  const { rows } = await world.database.query<{ id: string }>(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, friendly_name)
     values (gen_random_uuid(), $1, 'c', 'k', 'Phone') returning id`,
    [owner.id],
  );
  const id = rows[0]?.id ?? "";
  const shown = { id, friendly_name: "Phone", created_at: expect.any(String) };
  const list = async (path: string, headers: Record<string, string>) =>
    (await world.call(path, { headers })).json();
  expect(await list("/passkeys", await bearer(owner))).toEqual([shown]);
  expect(await list("/passkeys", other)).toEqual([]);
  const rename = { method: "PATCH", body: '{"friendly_name":"Mine"}', headers: other };
  expect((await world.call(`/passkeys/${id}`, rename)).status).toBe(404);
  const remove = { method: "DELETE", headers: other };
  expect((await world.call(`/passkeys/${id}`, remove)).status).toBe(404);
  const path = `/admin/users/${owner.id}/passkeys`;
  const headers = { apikey: world.backend.keys.secret };
  expect(await list(path, headers)).toEqual([shown]);
  expect((await world.call(`${path}/${id}`, { method: "DELETE", headers })).status).toBe(204);
  expect(await list(path, headers)).toEqual([]);
});
