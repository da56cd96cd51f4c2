import { type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";

/**
 * The default JWT secret of the Supabase CLI, and the service role key that the CLI derives from
 * it.
 */
const SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";
const SERVICE_ROLE =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0.EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU";

let world: AuthWorld;
const lines: string[] = [];

beforeAll(async () => {
  const auth = { jwt_secret: SECRET, secret_key: "sb_secret_of_the_project" };
  world = await createAuthWorld({ auth }, undefined, (line) => lines.push(line));
});
afterAll(() => world.stop());

test("accepts the Supabase CLI's well-known keys and logs a warning about them", async () => {
  expect(world.backend.keys).toMatchObject({
    serviceRole: SERVICE_ROLE,
    secret: "sb_secret_of_the_project",
  });
  const headers = { apikey: SERVICE_ROLE, authorization: `Bearer ${SERVICE_ROLE}` };
  expect((await world.call("/admin/users", { headers })).status).toBe(200);
  expect(lines.filter((line) => line.includes("well-known keys"))).toHaveLength(1);
});

const sign = (claims: JWTPayload) =>
  new SignJWT({ role: "authenticated", aud: "authenticated", ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setExpirationTime("1 minute")
    .sign(Buffer.from(SECRET));

test("REST accepts a token that is signed with jwt_secret and names no session, but Auth refuses it", async () => {
  const { id } = await world.signIn("signed");
  const authorization = `Bearer ${await sign({ sub: id })}`;
  const headers = { apikey: world.backend.keys.anon, authorization };
  const rows = await fetch(`${world.backend.urls.api}/rest/v1/notes?select=*`, { headers });
  expect(rows.status).toBe(200);
  const user = await world.call("/user", { headers });
  // The `/user` endpoint requires a session ID in the token.
  expect(user.headers.get("x-sb-error-code")).toBe("bad_jwt");
});

test("lets a token with the role supabase_admin list users, and refuses a token with the role postgres", async () => {
  const ask = async (role: string) => {
    const headers = { authorization: `Bearer ${await sign({ role })}` };
    return (await world.call("/admin/users", { headers })).status;
  };
  expect(await ask("supabase_admin")).toBe(200);
  expect(await ask("postgres")).toBe(403);
});

test("refuses a signed token whose user id or session id is not a UUID", async () => {
  const { id } = await world.signIn("numbered");
  const ask = async (claims: JWTPayload) => {
    const headers = { authorization: `Bearer ${await sign(claims)}` };
    const response = await world.call("/user", { headers });
    return { status: response.status, body: await response.json() };
  };
  const refused = (status: number, name: string) => {
    const msg = `invalid claim: ${name} claim must be a UUID`;
    return { status, body: { code: status, error_code: "bad_jwt", msg } };
  };
  expect(await ask({ sub: "7" })).toEqual(refused(400, "sub"));
  expect(await ask({ sub: id, session_id: "7" })).toEqual(refused(403, "session_id"));
  expect(await ask({ sub: id, session_id: 7 })).toEqual(refused(403, "session_id"));
});
