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
  "%s the account of a member who is also a contact of the firm does not deadlock with a change of a request",
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
