import { unwrap } from "@dossier/backend-client";
import { itemOf, sendRequest, storeFile, submitText } from "./firm";
import { errorOf, provocations, type Scene } from "./provocation";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const PDF = new TextEncoder().encode("%PDF-1.4\n%%EOF\n");
const LIMIT_BYTES = 104_857_600;

const upload = (item_id: string, name: string, bytes: number, mime: string) => ({
  item_id,
  name,
  bytes,
  mime,
});

async function sendToStopped({ firm, stage }: Scene, status: string): Promise<unknown> {
  const set = (value: string) =>
    stage.sql("update public.contacts set status = $2 where id = $1", [firm.contactId, value]);
  await set(status);
  const draft = sendRequest(firm, [{ kind: "text", section: "", title: "Anything" }]);
  const error = await draft.then(
    () => new Error("It was sent."),
    (refusal: unknown) => refusal,
  );
  await set("active");
  return error;
}

export const requestErrors = provocations("database", {
  "42501": async ({ stage }) =>
    errorOf(stage.guest().visit().anonymous.db.from("requests").select()),
  PGRST116: async ({ firm }) =>
    errorOf(firm.owner.visit().db.from("requests").select().eq("id", NOWHERE).single()),
  not_found: async ({ firm }) =>
    errorOf(firm.contact.visit().db.rpc("open_file", { file_id: NOWHERE })),
  nothing_changed: async ({ firm }) => {
    const item_id = await submitText(firm, "Returned answer");
    unwrap(
      await firm.owner.visit().db.rpc("review_item", {
        item_id,
        decision: "returned",
        note: "Please say more.",
        expected_version: 2,
      }),
    );
    const { db } = firm.contact.visit();
    const last = unwrap(
      await db.from("submissions").select("answer, client_note").eq("item_id", item_id).single(),
    );
    unwrap(await db.rpc("save_answer", { item_id, ...last }));
    return errorOf(db.rpc("submit_item", { item_id }));
  },
  item_closed: async ({ firm }) => {
    const item_id = await submitText(firm, "Accepted answer");
    unwrap(
      await firm.owner.visit().db.rpc("review_item", {
        item_id,
        decision: "accepted",
        expected_version: 2,
      }),
    );
    const answer = { text: "Once more." };
    return errorOf(firm.contact.visit().db.rpc("save_answer", { item_id, answer }));
  },
  invalid_transition: async ({ firm }) =>
    errorOf(
      firm.owner.visit().db.rpc("review_item", {
        item_id: itemOf(firm, "Business activity"),
        decision: "accepted",
        expected_version: 1,
      }),
    ),
  version_conflict: async ({ firm }) => {
    const { db } = firm.owner.visit();
    const client = { org_id: firm.orgId, client_id: firm.clientId, name: "Bramble & Finch" };
    unwrap(await db.rpc("save_client", client));
    const late = { ...client, name: "Bramble and Finch", expected_version: 1 };
    return errorOf(db.rpc("save_client", late));
  },
  items_waiting: async ({ firm }) => {
    await submitText(firm, "Waiting answer");
    const request_id = firm.requestId;
    return errorOf(
      firm.owner.visit().db.rpc("complete_request", { request_id, reason: "Enough." }),
    );
  },
  sole_recipient: ({ firm }) =>
    errorOf(firm.owner.visit().db.rpc("remove_contact", { contact_id: firm.contactId })),
  has_open_requests: ({ firm }) =>
    errorOf(firm.owner.visit().db.rpc("archive_client", { client_id: firm.clientId })),
  files_pending: async ({ firm }) => {
    const file = { title: "Pending file", name: "a.pdf", mime: "application/pdf", bytes: PDF };
    await storeFile(firm, file);
    const item_id = itemOf(firm, "Pending file");
    return errorOf(firm.contact.visit().db.rpc("submit_item", { item_id }));
  },
  upload_incomplete: async ({ firm }) => {
    const { db } = firm.contact.visit();
    const item_id = itemOf(firm, "Invoices");
    const started = unwrap(
      await db.rpc("begin_upload", upload(item_id, "never.pdf", 1000, "application/pdf")),
    ) as unknown as { file_id: string };
    return errorOf(db.rpc("finish_upload", { file_id: started.file_id }));
  },
  file_type: ({ firm }) =>
    errorOf(
      firm.contact
        .visit()
        .db.rpc(
          "begin_upload",
          upload(itemOf(firm, "Only pictures"), "a.pdf", 1000, "application/pdf"),
        ),
    ),
  file_size: ({ firm }) =>
    errorOf(
      firm.contact
        .visit()
        .db.rpc(
          "begin_upload",
          upload(itemOf(firm, "Invoices"), "a.pdf", LIMIT_BYTES + 1, "application/pdf"),
        ),
    ),
  file_empty: ({ firm }) =>
    errorOf(
      firm.contact
        .visit()
        .db.rpc("begin_upload", upload(itemOf(firm, "Invoices"), "a.pdf", 0, "application/pdf")),
    ),
  limit_reached: async ({ firm }) => {
    const { db } = firm.contact.visit();
    const file = upload(itemOf(firm, "One letter"), "a.pdf", 1000, "application/pdf");
    unwrap(await db.rpc("begin_upload", file));
    return errorOf(db.rpc("begin_upload", file));
  },
  request_full: async ({ firm }) => {
    const { db } = firm.contact.visit();
    const items = ["Invoices", "Receipts", "Bank statements"].map((title) => itemOf(firm, title));
    for (let no = 0; no < 60; no += 1) {
      const item_id = items[no % items.length] ?? "";
      const file = upload(item_id, `${no}.pdf`, LIMIT_BYTES, "application/pdf");
      const { error } = await db.rpc("begin_upload", file);
      if (error) return error;
    }
    throw new Error("The request took more than it holds.");
  },
  too_soon: async ({ firm }) => {
    const { db } = firm.owner.visit();
    unwrap(await db.rpc("remind_contacts", { request_id: firm.requestId }));
    return errorOf(db.rpc("remind_contacts", { request_id: firm.requestId }));
  },
  email_budget: async ({ firm, stage }) => {
    await stage.sql("insert into private.org_limits (org_id, first_emails) values ($1, 0)", [
      firm.orgId,
    ]);
    await stage.sql("update public.request_contacts set opened_email = null where org_id = $1", [
      firm.orgId,
    ]);
    const { id } = await sendRequest(firm, [{ kind: "text", section: "", title: "Anything" }]);
    const error = await errorOf(firm.owner.visit().db.rpc("remind_contacts", { request_id: id }));
    await stage.sql("delete from private.org_limits where org_id = $1", [firm.orgId]);
    return error;
  },
  export_too_large: async ({ firm, stage }) => {
    const item_id = await submitText(firm, "Business activity");
    const { db } = firm.owner.visit();
    unwrap(await db.rpc("review_item", { item_id, decision: "accepted", expected_version: 2 }));
    await stage.sql(
      `insert into public.files (org_id, request_id, item_id, submission_id, uploader_id,
         uploader_kind, name, bytes, mime, detected_mime, sha256, path, status, shared_at)
       select s.org_id, s.request_id, s.item_id, s.id, s.author_id, 'contact', n || '.pdf', 10,
         'application/pdf', 'application/pdf', repeat('0', 64),
         format('%s/%s/%s/%s.pdf', s.org_id, s.request_id, s.item_id, gen_random_uuid()),
         'ready', now()
       from public.submissions s, generate_series(1, 5001) n where s.item_id = $1`,
      [item_id],
    );
    return errorOf(db.rpc("begin_export", { request_id: firm.requestId }));
  },
  contact_bounced: (scene) => sendToStopped(scene, "bounced"),
  contact_opted_out: (scene) => sendToStopped(scene, "opted_out"),
  account_deleted: (scene) => sendToStopped(scene, "account_deleted"),
  request_closed: async ({ firm }) => {
    const text = { kind: "text", section: "", title: "Anything" };
    const { id, item_ids } = await sendRequest(firm, [text], "Closed early");
    const reason = "It is not needed any more.";
    unwrap(await firm.owner.visit().db.rpc("complete_request", { request_id: id, reason }));
    const answer = { text: "Too late." };
    const item_id = item_ids[0] ?? "";
    return errorOf(firm.contact.visit().db.rpc("save_answer", { item_id, answer }));
  },
});
