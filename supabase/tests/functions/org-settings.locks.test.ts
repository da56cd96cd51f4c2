import { expect, inject, test } from "vitest";
import { Actor } from "../harness/actor.ts";
import { begin, connect, deferReminder, settle, untilBlocked } from "../harness/transactions.ts";

const CHAIN = "select pg_advisory_xact_lock(hashtextextended($1::text, 0))";
const EMAILS = "select private.cancel_mail($1::uuid, null, null)";

test.for([
  [
    "a new time zone",
    (owner: Actor, org_id: string) =>
      owner.rpc("update_org", {
        org_id,
        name: "Alpha",
        slug: "alpha",
        reply_email: "office@alpha.example",
        time_zone: "Asia/Tokyo",
      }),
  ],
  [
    "a new reminder plan",
    (owner: Actor, org_id: string) =>
      owner.rpc("set_reminder_policy", { org_id, reminder_days: [-1], reminder_every: 3 }),
  ],
  ["deleting the firm", (owner: Actor, org_id: string) => owner.rpc("delete_org", { org_id })],
] as const)(
  "%s does not deadlock with a transaction that changes a request and adds an event to the firm's chain",
  async ([, save]) => {
    const { alpha } = inject("world");
    const db = await connect();
    await deferReminder(db);
    const change = await begin();
    const settings = await begin();
    await change.connection.query("select private.lock_request($1, '{open}')", [alpha.requestId]);
    await change.connection.query(CHAIN, [alpha.requestId]);
    const owner = new Actor(settings.connection, alpha.owner);
    const saved = settle(save(owner, alpha.orgId));
    await untilBlocked(db, settings.pid, change.pid);
    // After a deadlock, PostgreSQL would end one of the transactions with an error.
    expect(await settle(change.connection.query(CHAIN, [alpha.orgId]))).not.toHaveProperty("error");
    expect(await settle(change.connection.query(EMAILS, [alpha.requestId]))).not.toHaveProperty(
      "error",
    );
    await change.connection.query("rollback");
    expect(await saved).not.toHaveProperty("error");
    await settings.connection.query("rollback");
  },
);
