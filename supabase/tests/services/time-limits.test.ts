import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Client, signIn } from "../harness/client.ts";
import { createPerson, type Person } from "../harness/person.ts";

/** docs/deployment.md and docs/security.md state the same limit. */
const LIMIT = "3s";

const MANY = 20;

const world = inject("world");
const db = new pg.Client({ connectionString: inject("databaseUrl") });
let person: Person;
let stranger: Client;
beforeAll(async () => {
  await db.connect();
  // Create a separate person for the long name, because other tests read the shared stranger's
  // name.
  person = await createPerson(db, "a".repeat(120), "slow@nowhere.example");
  stranger = await signIn(person);
});
afterAll(() => db.end());

/** To match back references to nested repetitions, PostgreSQL needs longer than each time limit. */
const PATTERN = `${"((a?){100}){10}".repeat(3)}\\1\\3\\5$`;

function slowMatch(client: Client) {
  return client
    .from("profiles")
    .select("user_id")
    .eq("user_id", person.id)
    .filter("name", "match", PATTERN);
}

async function readLimit(): Promise<string | undefined> {
  await db.query(
    `create function private.tell_limit() returns trigger language plpgsql as $$
    begin
      raise exception 'asked' using detail = current_setting('statement_timeout');
    end $$;
    create trigger a_tell_limit before update on public.profiles
    for each row when (new.user_id = '${person.id}') execute function private.tell_limit()`,
  );
  const { error } = await stranger
    .from("profiles")
    .update({ name: "Asked" })
    .eq("user_id", person.id);
  await db.query("drop function private.tell_limit() cascade");
  return error?.details;
}

test("slow pattern matches are canceled, and another user's query that waits for them succeeds", async () => {
  const reader = await signIn(world.alpha.member);
  const slow = Array.from({ length: MANY }, () => slowMatch(stranger));
  const ended = Promise.all(slow.map(async (query) => (await query).error?.code));
  const served = await reader.from("templates").select("id");
  expect(served).toMatchObject({ error: null, status: 200 });
  expect(await ended).toEqual(Array(MANY).fill("57014"));
  expect(await readLimit()).toBe(LIMIT);
}, 60_000);

test("a user's query succeeds while another user runs queries with many levels of embedded rows", async () => {
  const reader = await signIn(world.alpha.member);
  const nest = (levels: number): string =>
    levels === 0 ? "id" : `id,items(id,requests(${nest(levels - 1)}))`;
  const select = nest(20);
  const slow = Array.from({ length: MANY }, () => stranger.from("requests").select(select as "*"));
  const ended = Promise.all(slow.map(async (query) => (await query).error?.code));
  const served = await reader.from("templates").select("id");
  expect(served).toMatchObject({ error: null, status: 200 });
  expect((await ended).filter((code) => code !== undefined && code !== "57014")).toEqual([]);
  expect(await readLimit()).toBe(LIMIT);
}, 60_000);

test("a function with its own time limit may run longer than a query of the same user", async () => {
  const owner = await signIn(world.alpha.owner);
  await db.query("begin; lock table public.events in access exclusive mode");
  const verified = owner
    .rpc("verify_audit", { org_id: world.alpha.orgId })
    .then((result) => result);
  const isWaiting = async () => {
    const { rows } = await db.query(
      "select from pg_locks where relation = 'public.events'::regclass and not granted",
    );
    return rows.length === 1;
  };
  while (!(await isWaiting()));
  // This query starts after the function and reaches its own limit, so the function has run longer
  // than that limit.
  const query = await owner.from("events").select("id");
  expect(query.error?.code).toBe("57014");
  await db.query("rollback");
  expect((await verified).error).toBeNull();
}, 60_000);
