import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const DAY_SECONDS = 24 * 60 * 60;

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({}, clock);
});
afterAll(() => world.stop());

async function idsOf(table: string, column: string, value: string): Promise<string[]> {
  const { rows } = await world.database.query(
    `select id from auth.${table} where ${column} = $1 order by created_at`,
    [value],
  );
  return rows.map(({ id }) => id);
}

test("deletes abandoned MFA challenges when another challenge is created a day later", async () => {
  const { client } = await world.enter("challenged");
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
  const factorId = factor?.id ?? "";
  const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data?.id;
  const first = await challenge();
  clock.advance(DAY_SECONDS - 60);
  await client.auth.refreshSession();
  const second = await challenge();
  expect(await idsOf("mfa_challenges", "factor_id", factorId)).toEqual([first, second]);
  clock.advance(120);
  const third = await challenge();
  expect(await idsOf("mfa_challenges", "factor_id", factorId)).toEqual([second, third]);
});

test("deletes abandoned PKCE challenges when another challenge is created a day later", async () => {
  const { email, id } = await world.enter("linked");
  const ask = async () => {
    const json = { email, code_challenge: "z".repeat(43), code_challenge_method: "s256" };
    expect((await world.call("/otp", { method: "POST", json })).status).toBe(200);
    return (await idsOf("flow_state", "user_id", id)).at(-1);
  };
  await ask();
  clock.advance(DAY_SECONDS - 60);
  const second = await ask();
  expect(await idsOf("flow_state", "user_id", id)).toHaveLength(2);
  clock.advance(120);
  const third = await ask();
  expect(await idsOf("flow_state", "user_id", id)).toEqual([second, third]);
});
