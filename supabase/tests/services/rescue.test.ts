import pg from "pg";
import { expect, inject, test } from "vitest";
import { createPerson, enrol } from "../harness/person.ts";

/** Uses only the secret key, as docs/deployment.md describes. */
async function administer(path: string, method = "GET"): Promise<unknown> {
  const answer = await fetch(`${inject("apiUrl")}/auth/v1/admin${path}`, {
    method,
    headers: { apikey: inject("serviceKey") },
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

// S-6.21
test("the documented steps with the secret key remove the factor of an owner who lost it", async () => {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  try {
    const email = "locked-out@rescue.example";
    const owner = await createPerson(client, "Locked Out", email);
    await enrol(client, owner);
    const { users } = (await administer("/users?per_page=1000")) as {
      users: { id: string; email: string }[];
    };
    const found = users.find((user) => user.email === email);
    expect(found?.id).toBe(owner.id);
    const factors = (await administer(`/users/${owner.id}/factors`)) as { id: string }[];
    expect(factors).toHaveLength(1);
    await administer(`/users/${owner.id}/factors/${factors[0]?.id}`, "DELETE");
    expect(await administer(`/users/${owner.id}/factors`)).toEqual([]);
    await client.query("delete from auth.users where id = $1", [owner.id]);
  } finally {
    await client.end();
  }
});
