import { expect, inject, onTestFinished, test } from "vitest";
import { Actor } from "../harness/actor.ts";
import { begin, connect, settle, untilBlocked } from "../harness/transactions.ts";

const CHAIN = "select pg_advisory_xact_lock(hashtextextended($1::text, 0))";
const LINK = "update public.contacts set user_id = $2 where id = $1";

test.for([
  ["closing", (user: Actor) => user.rpc("close_account", {} as never)],
  [
    "deleting",
    (user: Actor, db: Awaited<ReturnType<typeof connect>>) =>
      db.query("delete from auth.users where id = $1", [user.person.id]),
  ],
] as const)(
  "%s the account of a member who is also a contact of the firm does not deadlock with a transaction that changes a request",
  async ([, end]) => {
    const { alpha } = inject("world");
    const db = await connect();
    await db.query(LINK, [alpha.contactId, alpha.member.id]);
    onTestFinished(async () => {
      await db.query(LINK, [alpha.contactId, alpha.contact.id]);
    });
    const change = await begin();
    const account = await begin();
    await change.connection.query("select private.lock_request($1, '{open}')", [alpha.requestId]);
    const ended = settle<unknown>(
      end(new Actor(account.connection, alpha.member), account.connection),
    );
    await untilBlocked(db, account.pid, change.pid);
    // If the transactions were deadlocked, PostgreSQL would end one of them with an error.
    expect(await settle(change.connection.query(CHAIN, [alpha.orgId]))).not.toHaveProperty("error");
    await change.connection.query("rollback");
    expect(await ended).not.toHaveProperty("error");
    await account.connection.query("rollback");
  },
);

test("deleting the account of a contact of two firms does not deadlock with a transaction that records events of both", async () => {
  const { alpha, beta } = inject("world");
  const [first = alpha, second = beta] = [alpha, beta].sort((a, b) => (a.orgId < b.orgId ? -1 : 1));
  const db = await connect();
  // The contact of the first firm has the higher id. The transactions would deadlock if the
  // function locked the firms' chains in the order of the contacts' ids.
  for (const [id, { orgId, clientId }] of [
    ["f0000000-0000-4000-8000-000000000000", first],
    ["00000000-0000-4000-8000-000000000000", second],
  ] as const) {
    await db.query(
      `insert into public.contacts (id, org_id, client_id, user_id, name, email)
      values ($1, $2, $3, $4, 'locks', 'locks@new.example')`,
      [id, orgId, clientId, beta.contact.id],
    );
  }
  onTestFinished(async () => {
    await db.query("delete from public.contacts where name = 'locks'");
  });
  const change = await begin();
  const account = await begin();
  await change.connection.query(CHAIN, [first.orgId]);
  const ended = settle(
    account.connection.query("select private.end_deleted_contacts($1)", [beta.contact.id]),
  );
  await untilBlocked(db, account.pid, change.pid);
  // If the transactions were deadlocked, PostgreSQL would end one of them with an error.
  expect(await settle(change.connection.query(CHAIN, [second.orgId]))).not.toHaveProperty("error");
  await change.connection.query("rollback");
  expect(await ended).not.toHaveProperty("error");
  await account.connection.query("rollback");
});
