import type pg from "pg";
import { Actor } from "./actor.ts";
import { createPerson, type Person, service } from "./person.ts";

export interface Firm {
  orgId: string;
  clientId: string;
  contactId: string;
  requestId: string;
  publicId: string;
  owner: Person;
  contact: Person;
  items: { file: string; text: string; choice: string; date: string };
}

export interface World {
  alpha: Firm & {
    admin: Person;
    member: Person;
    suspended: Person;
    draftId: string;
    fileId: string;
    filePath: string;
    submissionId: string;
    templateId: string;
    templateItemId: string;
    invitationId: string;
    reminderId: string;
    /** Events of the request. `firmEventIds` are events that belong to no request. */
    requestEventIds: string[];
    firmEventIds: string[];
  };
  beta: Firm;
  stranger: Person;
}

export const checklist = [
  { kind: "file", section: "Papers", title: "Bank statements", accept: ["pdf", "image"] },
  { kind: "text", section: "Papers", title: "Business activity", help: "Two sentences." },
  { kind: "choice", title: "Accounting basis", options: { choices: ["Cash", "Accrual"] } },
  { kind: "date", title: "Year end", required: false },
];

export function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function foundFirm(db: pg.ClientBase, name: string): Promise<Firm> {
  const slug = name.toLowerCase();
  const owner = await createPerson(db, `${name} Owner`, `owner@${slug}.example`);
  const contact = await createPerson(db, `${name} Contact`, `contact@${slug}-client.example`);
  const staff = new Actor(db, owner);
  const org = await staff.rpc("create_org", { name, slug, time_zone: "Europe/London" });
  const orgId = String(org.id);
  const client = await staff.rpc("save_client", { org_id: orgId, name: `${name} Client` });
  const clientId = String(client.id);
  const saved = await staff.rpc("save_contact", {
    org_id: orgId,
    client_id: clientId,
    name: `${name} Contact`,
    email: contact.email,
  });
  const contactId = String(saved.id);
  await new Actor(db, service).rpc("link_contact", {
    contact_id: contactId,
    email: contact.email,
    user_id: contact.id,
  });
  const draft = await staff.rpc("save_draft", {
    org_id: orgId,
    client_id: clientId,
    title: "Annual accounts",
    message: "Please send these.",
    due_on: daysAhead(14),
    contact_ids: [contactId],
    items: checklist,
  });
  const requestId = String(draft.id);
  await staff.rpc("send_request", { request_id: requestId });
  const [file = "", text = "", choice = "", date = ""] = draft.item_ids as string[];
  return {
    orgId,
    clientId,
    contactId,
    requestId,
    publicId: String(draft.public_id),
    owner,
    contact,
    items: { file, text, choice, date },
  };
}

async function employ(db: pg.ClientBase, orgId: string, role: string, status = "active") {
  const name = status === "active" ? role : status;
  const person = await createPerson(db, `Alpha ${name}`, `${name}@alpha.example`);
  await db.query(
    "insert into public.memberships (org_id, user_id, role, status) values ($1, $2, $3, $4)",
    [orgId, person.id, role, status],
  );
  return person;
}

export async function storeObject(db: pg.ClientBase, path: string, bytes: number): Promise<void> {
  await db.query(
    `insert into storage.objects (bucket_id, name, metadata)
    values ('documents', $1, jsonb_build_object('size', $2::int, 'mimetype', 'application/pdf'))`,
    [path, bytes],
  );
}

export async function sendFile(
  db: pg.ClientBase,
  person: Person,
  itemId: string,
  sha256 = "a".repeat(64),
) {
  const actor = new Actor(db, person);
  const started = await actor.rpc("begin_upload", {
    item_id: itemId,
    name: "statement.pdf",
    bytes: 1000,
    mime: "application/pdf",
  });
  const fileId = String(started.file_id);
  const path = String(started.path);
  await storeObject(db, path, 1000);
  await actor.rpc("finish_upload", { file_id: fileId });
  await new Actor(db, service).rows("record_inspection", {
    file_id: fileId,
    status: "ready",
    detected_mime: "application/pdf",
    sha256,
  });
  return { fileId, path };
}

export async function buildWorld(db: pg.Client): Promise<World> {
  await db.query("begin");
  const alpha = await foundFirm(db, "Alpha");
  const beta = await foundFirm(db, "Beta");
  const stranger = await createPerson(db, "Stranger", "stranger@nowhere.example");
  const admin = await employ(db, alpha.orgId, "admin");
  const member = await employ(db, alpha.orgId, "member");
  const suspended = await employ(db, alpha.orgId, "member", "suspended");
  const draft = await new Actor(db, member).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Not sent yet",
    message: "",
    contact_ids: [alpha.contactId],
    items: [],
  });
  const { fileId, path } = await sendFile(db, alpha.contact, alpha.items.file);
  await new Actor(db, alpha.contact).rpc("submit_item", { item_id: alpha.items.file });
  const submissions = await db.query<{ submission_id: string }>(
    "select submission_id from public.files where id = $1",
    [fileId],
  );
  // The starter templates would only make the expected lists longer.
  await db.query("delete from public.templates");
  const template = await db.query<{ id: string }>(
    "insert into public.templates (org_id, title) values ($1, 'Mortgage') returning id",
    [alpha.orgId],
  );
  const templateId = template.rows[0]?.id ?? "";
  const templateItem = await db.query<{ id: string }>(
    `insert into public.template_items (org_id, template_id, position, kind, title)
    values ($1, $2, 1, 'file', 'Passport') returning id`,
    [alpha.orgId, templateId],
  );
  const invitation = await new Actor(db, alpha.owner).rpc("create_invitation", {
    org_id: alpha.orgId,
    email: "new@alpha.example",
    role: "member",
  });
  const reminder = await db.query<{ id: string }>(
    "select id from public.reminders where request_id = $1",
    [alpha.requestId],
  );
  const events = await db.query<{ id: string; of_request: boolean }>(
    "select id, request_id is not null as of_request from public.events where org_id = $1",
    [alpha.orgId],
  );
  const eventIds = (ofRequest: boolean) =>
    events.rows.filter((row) => row.of_request === ofRequest).map((row) => row.id);
  await db.query("commit");
  return {
    alpha: {
      ...alpha,
      admin,
      member,
      suspended,
      draftId: String(draft.id),
      fileId,
      filePath: path,
      submissionId: submissions.rows[0]?.submission_id ?? "",
      templateId,
      templateItemId: templateItem.rows[0]?.id ?? "",
      invitationId: String(invitation.id),
      reminderId: reminder.rows[0]?.id ?? "",
      requestEventIds: eventIds(true),
      firmEventIds: eventIds(false),
    },
    beta,
    stranger,
  };
}
