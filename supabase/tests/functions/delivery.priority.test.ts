import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { test } from "../harness/test.ts";

// S-4.46
test("an account notice is sent before emails that have waited longer", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from private.outbox");
  await scene.db.query(
    `insert into private.outbox (org_id, kind, to_email, data, dedupe_key, not_before)
    select i.org_id, 'invitation', 'person' || n || '@alpha.example',
      jsonb_build_object('invitation_id', i.id), 'invitation:' || n, private.clock() - interval '1 hour'
    from public.invitations i, generate_series(1, 30) n where i.id = $1`,
    [alpha.invitationId],
  );
  const system = scene.as(service);
  await system.rpc("queue_account_notice", {
    notice: "password_changed",
    cause: "one change",
    emails: ["owner@alpha.example"],
  });
  const claimed = await system.rows("claim_mail", { max_rows: 2 });
  expect(claimed.map(({ kind }) => kind)).toEqual(["account_notice", "invitation"]);
});
