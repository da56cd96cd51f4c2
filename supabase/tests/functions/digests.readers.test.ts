import { expect } from "vitest";
import { type Person, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/** Claims twice, because a claim may queue more emails. */
async function claim(scene: Scene) {
  const look = () => scene.as(service).rows("claim_mail", {});
  const emails = [...(await look()), ...(await look())];
  return emails.filter((email) => email.request_id === scene.world.alpha.requestId);
}

const READ = { title: "Bank statements", contact_name: "Alpha Contact" };

/**
 * Assigns the request to the member after the contact's file has waited sixteen minutes for a
 * decision.
 */
async function assignToMember(scene: Scene) {
  const { alpha } = scene.world;
  await scene.db.query("delete from private.outbox where kind <> 'staff_digest'");
  await scene.travel("16 minutes");
  await assign(scene, alpha.member);
  await scene.db.query("update private.outbox set to_email = $1", [alpha.member.email]);
}

function assign(scene: Scene, { id }: Person) {
  return scene.db.query("update public.requests set assignee_id = $1 where id = $2", [
    id,
    scene.world.alpha.requestId,
  ]);
}

function dismiss(scene: Scene, change: "remove_member" | "suspend_member" = "remove_member") {
  const { alpha } = scene.world;
  return scene.as(alpha.owner).rpc(change, { org_id: alpha.orgId, user_id: alpha.member.id });
}

function finish(scene: Scene, email: Record<string, unknown> | undefined, outcome: string) {
  return scene
    .as(service)
    .rpc("finish_mail", { mail_id: String(email?.mail_id), tries: 1, outcome });
}

test.for(["remove_member", "suspend_member"] as const)(
  "after %s, the person who replaces the digest's recipient gets the digest once",
  async (change, { scene }) => {
    await assignToMember(scene);
    await dismiss(scene, change);
    const emails = await claim(scene);
    expect(emails).toMatchObject([
      { to_email: scene.world.alpha.owner.email, data: { requests: [{ items: [READ] }] } },
    ]);
    await finish(scene, emails[0], "sent");
    await scene.travel("1 hour");
    expect(await claim(scene)).toEqual([]);
  },
);

// S-4.50
test("a staff digest goes to the person who is assigned to the request at the time of sending", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await assignToMember(scene);
  await assign(scene, alpha.admin);
  expect(await claim(scene)).toMatchObject([
    { to_email: alpha.admin.email, data: { requests: [{ items: [READ] }] } },
  ]);
});

test("a request's unsent digest goes back to the former assignee if the request is assigned to them again", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await assignToMember(scene);
  await assign(scene, alpha.admin);
  const [email] = await claim(scene);
  await finish(scene, email, "retry");
  await assign(scene, alpha.member);
  await scene.travel("2 minutes");
  expect(await claim(scene)).toMatchObject([{ to_email: alpha.member.email, tries: 1 }]);
});

test("a staff digest whose first attempt failed goes to another person if the first recipient leaves the firm", async ({
  scene,
}) => {
  await assignToMember(scene);
  const [email] = await claim(scene);
  await finish(scene, email, "retry");
  await dismiss(scene);
  await scene.travel("2 minutes");
  expect(await claim(scene)).toMatchObject([{ to_email: scene.world.alpha.owner.email, tries: 1 }]);
});

test("a digest is not sent to a new recipient who already got an email about the same items", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await assignToMember(scene);
  await scene.db.query(
    `insert into private.outbox (org_id, kind, to_email, request_id, data, dedupe_key, not_before, status)
    select org_id, kind, $1, request_id, data, 'told', not_before, 'sent' from private.outbox
    where request_id = $2`,
    [alpha.owner.email, alpha.requestId],
  );
  await dismiss(scene);
  expect(await claim(scene)).toEqual([]);
});
