import { unwrap } from "@dossier/backend-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listEvents } from "@/features/activity/queries";
import { listAuditEvents, listAuditPeople } from "@/features/audit/queries";
import { confirmCode, saveFirstName, sendCode } from "@/features/auth/mutations";
import { listSubmissions } from "@/features/review/queries";
import { listInvitations } from "@/features/team/queries";
import { stillInvited } from "@/features/team/selectors";
import { type Firm, foundFirm, itemOf, submitText } from "./firm";
import { type Browser, openStage, type Stage } from "./stage";

let stage: Stage;
let firm: Firm;
let rob: Browser & { id: string };

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "people");
  rob = await stage.join("Rob Gone");
  await stage.sql(
    "insert into public.memberships (org_id, user_id, role, status) values ($1, $2, 'member', 'active')",
    [firm.orgId, rob.id],
  );
}, 60_000);
afterAll(() => stage?.close());

async function versionOf(title: string) {
  const { orgId, requestId } = firm;
  const [version] = await listSubmissions(firm.owner.visit().db, {
    ...{ orgId, requestId },
    itemId: itemOf(firm, title),
  });
  return version;
}

test("a staff member who is also a contact of the firm can answer on behalf of another contact", async () => {
  await stage.sql(
    `insert into public.contacts (org_id, client_id, name, email, user_id)
     values ($1, $2, 'Olivia herself', $3, $4)`,
    [firm.orgId, firm.clientId, firm.owner.email, firm.owner.id],
  );
  const { db } = firm.owner.visit();
  const itemId = itemOf(firm, "Business activity");
  unwrap(await db.rpc("save_answer", { item_id: itemId, answer: { text: "By post." } }));
  unwrap(await db.rpc("submit_item", { item_id: itemId }));
  expect(await versionOf("Business activity")).toMatchObject({
    ...{ isOnBehalf: true, submittedByName: "Olivia people", submittedBy: firm.owner.id },
  });
  await submitText(firm, "Accepted answer");
  expect(await versionOf("Accepted answer")).toMatchObject({
    ...{ isOnBehalf: false, submittedByName: "Ruth Bramble" },
  });
});

test("the activity names a contact even after staff removed the contact from the client", async () => {
  const { db } = firm.owner.visit();
  const { orgId, clientId, requestId } = firm;
  const saved = unwrap(
    await db.rpc("save_contact", {
      ...{ org_id: orgId, client_id: clientId },
      ...{ name: "Wim Winter", email: "wim@people.example" },
    }),
  ) as unknown as { id: string };
  const ids = { request_id: requestId, contact_id: saved.id };
  unwrap(await db.rpc("add_recipient", ids));
  unwrap(await db.rpc("remove_recipient", ids));
  unwrap(await db.rpc("remove_contact", { contact_id: saved.id }));
  const page = await listEvents(db, { orgId, requestId });
  const changes = page.events.filter(({ action }) => action === "recipient.changed");
  expect(
    changes.map(({ data }) => [data.change, page.contacts.get(String(data.contactId))]),
  ).toEqual([
    ["removed", "Wim Winter"],
    ["added", "Wim Winter"],
  ]);
  expect(page.contacts.get(firm.contactId)).toBe("Ruth Bramble");
});

test("records keep the names of people who deleted their account or left the firm", async () => {
  const itemId = await submitText(firm, "Waiting answer");
  unwrap(
    await rob.visit().db.rpc("review_item", {
      item_id: itemId,
      decision: "returned",
      note: "Which bakery?",
    }),
  );
  const [contact] = await stage.sql("select user_id from public.contacts where id = $1", [
    firm.contactId,
  ]);
  await stage.admin("DELETE", `users/${contact?.user_id}`);
  await stage.sql("update public.memberships set status = 'removed' where user_id = $1", [rob.id]);
  expect(await versionOf("Waiting answer")).toMatchObject({
    submittedByName: "Ruth Bramble",
    decidedByName: "Rob Gone",
  });
});

// S-2.36
test("the record can be filtered by a person, including former members, or by Dossier itself", async () => {
  const { db } = firm.owner.visit();
  const people = await listAuditPeople(db, firm.orgId);
  expect(people.map(({ name, kind }) => `${name}, ${kind}`)).toEqual([
    "Olivia people, staff",
    "Rob Gone, former",
    "Ruth Bramble, contact",
  ]);
  for (const { id, name } of people) {
    const { events } = await listAuditEvents(db, { orgId: firm.orgId, who: id });
    expect(events.length, name).toBeGreaterThan(0);
    expect(new Set(events.map(({ actorId }) => actorId))).toEqual(new Set([id]));
  }
  const { events: own } = await listAuditEvents(db, { orgId: firm.orgId, who: "system" });
  expect(own.length).toBeGreaterThan(0);
  expect(new Set(own.map(({ actorKind }) => actorKind))).toEqual(new Set(["system"]));
});

// S-2.33
test("the list of invitations contains pending invitations, and a non-member's newest invitation if it expired or its inviter lost the right to invite", async () => {
  const { orgId, owner } = firm;
  const invite = (email: string, statuses: readonly string[]) =>
    stage.sql(
      `insert into public.invitations (org_id, email, role, invited_by, status, expires_at, created_at)
       select $1, $2, 'member', $3, given.status, now() + interval '1 day',
         now() - (9 - given.no) * interval '1 day'
       from unnest($4::text[]) with ordinality given (status, no)`,
      [orgId, email, owner.id, statuses],
    );
  await invite("waits@people.example", ["expired", "pending"]);
  await invite("late@people.example", ["expired", "expired"]);
  await invite("Joined@people.example", ["expired"]);
  await invite("joined@people.example", ["revoked", "accepted"]);
  await invite("undone@people.example", ["expired", "revoked"]);
  await invite("ended@people.example", ["expired", "revoked"]);
  await invite("again@people.example", ["revoked", "pending"]);
  await stage.sql(
    "update public.invitations set ended_by_rights = true where status = 'revoked' and email = any ($1::text[])",
    [["ended@people.example", "again@people.example"]],
  );
  // `listInvitations` looks up at most 25 email addresses per query, so 60 need several queries.
  for (let no = 1; no <= 60; no += 1) {
    await invite(`settled${no}@people.example`, ["expired", "accepted"]);
  }
  await invite(owner.email, ["expired"]);
  await invite(rob.email, ["accepted", "expired"]);
  const listed = async (memberEmails: readonly string[]) =>
    stillInvited(await listInvitations(owner.visit().db, { orgId, now: new Date() }), memberEmails)
      .map(({ email, status }) => `${email}, ${status}`)
      .sort();
  expect(await listed([owner.email.toUpperCase()])).toEqual([
    "again@people.example, pending",
    "ended@people.example, ended",
    "late@people.example, expired",
    `${rob.email}, expired`,
    "waits@people.example, pending",
  ]);
  // A member's pending invitation stays in the list, so that staff can revoke the invitation.
  expect(await listed([owner.email, "waits@people.example"])).toContain(
    "waits@people.example, pending",
  );
});

test("a sign-up with the email address of an existing account sets the account's name only if the name is missing", async () => {
  const nameOf = async (email: string) => {
    const [row] = await stage.sql(
      "select p.name from public.profiles p join auth.users u on u.id = p.user_id where u.email = $1",
      [email],
    );
    return row?.name;
  };
  const signUp = async (email: string, name: string) => {
    const browser = stage.guest();
    const since = Date.now();
    expect(await sendCode(browser.visit().auth, { purpose: "sign-up", email })).toBeNull();
    const { codes } = await stage.backend.mailbox.waitFor({ to: email, since });
    const typed = { purpose: "sign-up", email, code: codes[0] ?? "" } as const;
    expect(await confirmCode(browser.visit().auth, typed)).toBeNull();
    const session = await browser.visit().session();
    const userId = session.status === "authenticated" ? session.claims.sub : "";
    expect(await saveFirstName(browser.visit().db, { userId, name })).toBeNull();
  };
  const known = "given-up@example.org";
  await stage.admin("POST", "users", { email: known });
  await signUp(known, "Vera Late");
  expect(await nameOf(known)).toBe("Vera Late");

  const named = await stage.join("Nina Named");
  await signUp(named.email, "Somebody Else");
  expect(await nameOf(named.email)).toBe("Nina Named");
});
