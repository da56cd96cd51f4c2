import { unwrap } from "@dossier/backend-client";
import type { Json } from "@dossier/supabase/database.types";
import type { Browser, Stage } from "./stage";

export type Firm = {
  orgId: string;
  clientId: string;
  contactId: string;
  owner: Browser & { id: string };
  contact: Browser;
  requestId: string;
  publicId: string;
  items: Record<string, string>;
};

const item = (title: string, more: object = {}): Json => ({
  kind: "file",
  section: "",
  title,
  ...more,
});

const ITEMS: Json[] = [
  item("Bank statements"),
  item("Invoices"),
  item("Receipts"),
  item("Pending file"),
  item("One letter", { max_files: 1 }),
  item("Only pictures", { accept: ["image"] }),
  item("Broken file"),
  item("Business activity", { kind: "text" }),
  item("Accepted answer", { kind: "text" }),
  item("Returned answer", { kind: "text" }),
  item("Waiting answer", { kind: "text" }),
];

export function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

type Named = { id: string };
type Draft = Named & { public_id: string; version: number; item_ids: string[] };

export async function sendRequest(
  firm: Pick<Firm, "orgId" | "clientId" | "contactId" | "owner">,
  items: Json[],
  title = "Annual accounts",
): Promise<Draft> {
  const { db } = firm.owner.visit();
  const draft = unwrap(
    await db.rpc("save_draft", {
      org_id: firm.orgId,
      client_id: firm.clientId,
      title,
      message: "Please send these.",
      due_on: daysAhead(14),
      contact_ids: [firm.contactId],
      items,
    }),
  ) as unknown as Draft;
  unwrap(await db.rpc("send_request", { request_id: draft.id }));
  return draft;
}

export async function foundFirm(stage: Stage, slug: string): Promise<Firm> {
  const owner = await stage.join(`Olivia ${slug}`);
  const { db, functions } = owner.visit();
  const org = unwrap(
    await db.rpc("create_org", { name: `Firm ${slug}`, slug, time_zone: "Europe/London" }),
  ) as unknown as Named;
  const client = unwrap(
    await db.rpc("save_client", { org_id: org.id, name: `Client of ${slug}` }),
  ) as unknown as Named;
  const email = `contact@${slug}.example`;
  const contact = unwrap(
    await db.rpc("save_contact", {
      org_id: org.id,
      client_id: client.id,
      name: "Ruth Bramble",
      email,
    }),
  ) as unknown as Named;
  const base = { orgId: org.id, clientId: client.id, contactId: contact.id, owner };
  const since = Date.now();
  const request = await sendRequest(base, ITEMS);
  unwrap(await functions.invoke("deliver-email", { body: {} }));
  // The contact's account exists only after the email, which the scheduled delivery may still be
  // sending.
  await stage.backend.mailbox.waitFor({ to: email, since });
  const browser = await stage.enterWithCode(email);
  unwrap(await browser.visit().db.rpc("open_request", { public_id: request.public_id }));
  const titles = ITEMS.map((each) => String((each as { title: string }).title));
  return {
    ...base,
    contact: browser,
    requestId: request.id,
    publicId: request.public_id,
    items: Object.fromEntries(titles.map((title, index) => [title, request.item_ids[index] ?? ""])),
  };
}

export function itemOf({ items }: Firm, title: string): string {
  const id = items[title];
  if (!id) throw new Error(`There is no item ${title}.`);
  return id;
}

/** Uploads a file without starting its inspection. */
export async function storeFile(
  firm: Firm,
  { title, name, mime, bytes }: { title: string; name: string; mime: string; bytes: Uint8Array },
): Promise<{ file_id: string; path: string }> {
  const { db, storage } = firm.contact.visit();
  const started = unwrap(
    await db.rpc("begin_upload", {
      item_id: itemOf(firm, title),
      name,
      bytes: bytes.byteLength,
      mime,
    }),
  ) as unknown as { file_id: string; path: string; bucket: string };
  const body = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime });
  unwrap(await storage.from(started.bucket).upload(started.path, body, { contentType: mime }));
  unwrap(await db.rpc("finish_upload", { file_id: started.file_id }));
  return started;
}

export async function submitText(firm: Firm, title: string): Promise<string> {
  const { db } = firm.contact.visit();
  const itemId = itemOf(firm, title);
  unwrap(await db.rpc("save_answer", { item_id: itemId, answer: { text: "Bakery." } }));
  unwrap(await db.rpc("submit_item", { item_id: itemId }));
  return itemId;
}
