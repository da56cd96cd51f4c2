import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;
let id: string;

beforeAll(async () => {
  world = await createAuthWorld();
  ({ id } = await world.signIn("odd"));
});
afterAll(() => world.stop());

async function call(path: string, init: { method?: string; body?: string } = {}) {
  const { urls, keys } = world.backend;
  const answer = await fetch(`${urls.api}/auth/v1${path}`, {
    ...init,
    headers: { apikey: keys.secret, "content-type": "application/json" },
    redirect: "manual",
  });
  const { error_code } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, code: error_code };
}

const REFUSED = { status: 400, code: "validation_failed" };

test.each([
  "/verify?token=%00&type=signup",
  "/verify?token=a&type=%00",
  "/admin/users?filter=%00",
  "/admin/users?page=99999999999999999999",
  "/admin/users?page=2147483648",
  "/admin/users?per_page=1e99",
])("refuses the invalid query GET %s", async (path) => {
  expect(await call(path)).toEqual(REFUSED);
});

test("refuses a malformed phone number as invalid, and a code for a well-formed phone number as expired", async () => {
  const body = (phone: string) => JSON.stringify({ type: "sms", phone, token: "123456" });
  const verify = (phone: string) => call("/verify", { method: "POST", body: body(phone) });
  expect(await verify("+15551234567-invalid")).toEqual(REFUSED);
  expect(await verify("+15551234567")).toEqual({ status: 403, code: "otp_expired" });
});

test("Auth refuses a body with a byte order mark, even if the body is optional", async () => {
  const refused = { status: 400, code: "bad_json" };
  expect(await call("/signup", { method: "POST", body: "\ufeff{}" })).toEqual(refused);
  const path = "/admin/users/00000000-0000-4000-8000-000000000000";
  expect(await call(path, { method: "DELETE", body: "\ufeff{}" })).toEqual(refused);
});

test("lists users without an error for the highest allowed page number and page size", async () => {
  const answer = await call("/admin/users?page=2147483647&per_page=2147483647");
  expect(answer).toEqual({ status: 200, code: undefined });
});

test.each(["99999999999999h", "300000000h", "2562048h", "1e9h", "-5h", `${"9".repeat(400)}h`])(
  "refuses a ban with the duration %s",
  async (duration) => {
    const body = JSON.stringify({ ban_duration: duration });
    expect(await call(`/admin/users/${id}`, { method: "PUT", body })).toEqual(REFUSED);
    const { data } = await world.admin.auth.admin.getUserById(id);
    expect(data.user?.banned_until).toBeUndefined();
  },
);

test("accepts the longest ban that hosted Supabase accepts", async () => {
  const admin = world.admin.auth.admin;
  const banned = await admin.updateUserById(id, { ban_duration: "2562047h" });
  expect(banned.error).toBeNull();
  expect((await admin.updateUserById(id, { ban_duration: "none" })).error).toBeNull();
});

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const signUp = (levels: number) => ({
  method: "POST",
  body: `{"email":"deep-${levels}@example.test","password":"${PASSWORD}","data":{"a":${nested(levels)}}}`,
});

test.each([99, 5000, 400_000])(
  "refuses a sign-up whose metadata contains a value nested %i levels deep",
  async (levels) => {
    expect(await call("/signup", signUp(levels))).toEqual(REFUSED);
  },
);

test("Auth accepts a body nested 100 levels deep", async () => {
  expect(await call("/signup", signUp(98))).toEqual({ status: 200, code: undefined });
});
