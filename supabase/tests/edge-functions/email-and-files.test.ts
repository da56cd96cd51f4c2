import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ooxmlOf } from "../support/inspection/zip-fixture.ts";

const PDF = new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const STAFF = "olivia@harbour.example";
const CONTACT = "nora@client.example";
const PASSWORD = "a long password";

let backend: LocalBackend;
let service: SupabaseClient;
let staff: SupabaseClient;
let contact: SupabaseClient;
let stranger: SupabaseClient;
let publicId: string;
let itemId: string;

beforeAll(async () => {
  backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../..", import.meta.url)),
    memory: true,
    seed: false,
    legacyKeys: false,
    ports: { api: 0, db: 0 },
    config: { auth: { site_url: "https://dossier.example", email: { max_frequency: "0s" } } },
  });
  // The scheduled job must not run between two steps of a test.
  await inDatabase("select cron.unschedule('sweep')");
  service = clientWith(backend.keys.secret);
  staff = await signUp(STAFF);
  stranger = await signUp("stranger@elsewhere.example");
  ({ publicId, itemId } = await sendRequest());
});

afterAll(() => backend?.stop());

async function inDatabase(statement: string): Promise<void> {
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  await database.query(statement);
  await database.end();
}

function clientWith(key: string): SupabaseClient {
  return createClient(backend.urls.api, key, { auth: { persistSession: false } });
}

async function signUp(email: string): Promise<SupabaseClient> {
  await must(service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true }));
  const client = clientWith(backend.keys.publishable);
  await must(client.auth.signInWithPassword({ email, password: PASSWORD }));
  return client;
}

async function must<Result extends { data: unknown; error: unknown }>(call: PromiseLike<Result>) {
  const { data, error } = await call;
  if (error) throw error;
  return data as NonNullable<Extract<Result, { error: null }>["data"]>;
}

async function sendRequest() {
  const org = await must(
    staff.rpc("create_org", {
      name: "Harbour & Lane",
      slug: "harbour",
      time_zone: "Europe/London",
    }),
  );
  await must(staff.rpc("update_brand", { org_id: org.id, brand_color: "#0d5f66" }));
  const client = await must(staff.rpc("save_client", { org_id: org.id, name: "Quist Ltd" }));
  const person = await must(
    staff.rpc("save_contact", {
      org_id: org.id,
      client_id: client.id,
      name: "Nora Quist",
      email: CONTACT,
    }),
  );
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const draft = await must(
    staff.rpc("save_draft", {
      org_id: org.id,
      client_id: client.id,
      title: "Annual accounts",
      message: "As discussed.",
      due_on: inAWeek,
      contact_ids: [person.id],
      items: [
        {
          section: "",
          kind: "file",
          title: "Bank statement",
          help: "",
          options: {},
          required: true,
          max_files: 3,
          accept: [],
        },
      ],
    }),
  );
  await must(staff.rpc("send_request", { request_id: draft.id }));
  return { publicId: draft.public_id, itemId: draft.item_ids[0] };
}

async function refusalOf(client: SupabaseClient, name: string, body: object = {}) {
  const { error, response } = await client.functions.invoke(name, { body });
  expect(error).not.toBeNull();
  const answered = (await response?.json()) as { code: string };
  return { status: response?.status, ...answered };
}

async function upload(name: string, mime: string, bytes: Uint8Array): Promise<string> {
  const file = await must(
    contact.rpc("begin_upload", { item_id: itemId, name, bytes: bytes.length, mime }),
  );
  const body = new Blob([new Uint8Array(bytes)], { type: mime });
  await must(contact.storage.from(file.bucket).upload(file.path, body, { contentType: mime }));
  await must(contact.rpc("finish_upload", { file_id: file.file_id }));
  return file.file_id;
}

it("deliver-email refuses a caller without a session", async () => {
  const anonymous = clientWith(backend.keys.publishable);
  expect(await refusalOf(anonymous, "deliver-email")).toEqual({
    status: 401,
    code: "unauthorized",
  });
});

it("deliver-email sends a request's email once, and the request's contact can sign in with a code", async () => {
  expect(await must(staff.functions.invoke("deliver-email", { body: {} }))).toEqual({
    sent: 1,
    retried: 0,
    failed: 0,
  });
  const email = await backend.mailbox.waitFor({ to: CONTACT });
  expect(email.html).toContain("border-top:4px solid #0d5f66");
  expect(email.text).toContain("For Quist Ltd. Please send this item by");
  expect(email.text).toContain("“As discussed.”\nHarbour & Lane");
  expect(email.text).toContain("- Bank statement\n  Up to 3 files\n");
  expect(email.subject).toMatch(/^Annual accounts: 1 item for Harbour & Lane by \d/);
  expect(email.text).toContain(`https://dossier.example/r/${publicId}#email=nora%40client.example`);
  expect(await must(staff.functions.invoke("deliver-email", { body: {} }))).toEqual({
    sent: 0,
    retried: 0,
    failed: 0,
  });

  contact = clientWith(backend.keys.publishable);
  const since = Date.now();
  const { error } = await contact.auth.signInWithOtp({
    email: CONTACT,
    options: { shouldCreateUser: false },
  });
  expect(error).toBeNull();
  const { codes } = await backend.mailbox.waitFor({ to: CONTACT, since });
  await must(contact.auth.verifyOtp({ email: CONTACT, token: codes[0] ?? "", type: "email" }));
  await must(contact.rpc("open_request", { public_id: publicId }));
});

it("inspect-file inspects a file for its uploader, and records the file's state, hash and type", async () => {
  const file_id = await upload("statement.pdf", "application/pdf", PDF);
  expect(await must(contact.functions.invoke("inspect-file", { body: { file_id } }))).toEqual({
    file_id,
    status: "ready",
    reject_code: null,
  });
  const row = await must(
    contact.from("files").select("status, sha256, detected_mime").eq("id", file_id).single(),
  );
  expect(row).toEqual({
    status: "ready",
    sha256: createHash("sha256").update(PDF).digest("hex"),
    detected_mime: "application/pdf",
  });
});

it("inspect-file hides the file of an unsent answer from strangers and staff, but not from its uploader", async () => {
  const file_id = await upload("second.pdf", "application/pdf", PDF);
  const missing = { status: 404, code: "not_found" };
  expect(await refusalOf(stranger, "inspect-file", { file_id })).toEqual(missing);
  expect(await refusalOf(staff, "inspect-file", { file_id })).toEqual(missing);
  const row = await must(contact.from("files").select("status").eq("id", file_id).single());
  expect(row).toEqual({ status: "checking" });
});

// S-4.21
it("inspect-file rejects HTML that is uploaded as a PDF, and the next sweep deletes the file's bytes", async () => {
  const fake = new TextEncoder().encode("<html><script>alert(1)</script></html>");
  const file_id = await upload("fake.pdf", "application/pdf", fake);
  const verdict = await must(contact.functions.invoke("inspect-file", { body: { file_id } }));
  expect(verdict).toMatchObject({ status: "rejected", reject_code: "type_mismatch" });

  expect(await must(service.functions.invoke("sweep", { body: {} }))).toMatchObject({
    deleted_objects: 1,
    failed_uploads: 0,
  });
  const again = await must(service.functions.invoke("sweep", { body: {} }));
  expect(again).toMatchObject({ deleted_objects: 0 });
});

// S-5.13
it("inspect-file rejects a Word file with a broken ZIP directory", async () => {
  const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  for (const [at, value] of [
    [10, 0], // directory of zero bytes
    [6, 4_000_000_000], // offset of the directory
  ] as const) {
    const file = ooxmlOf(`${type}.main+xml`);
    new DataView(file.buffer, file.byteOffset).setUint32(file.length - at, value, true);
    const file_id = await upload("letter.docx", type, file);
    expect(await must(contact.functions.invoke("inspect-file", { body: { file_id } }))).toEqual({
      file_id,
      status: "rejected",
      reject_code: "type_mismatch",
    });
  }
});

// S-4.27
it("the sweep deletes a picture that no row has used for an hour", async () => {
  const { user } = await must(staff.auth.getUser());
  const images = staff.storage.from("images");
  const path = `avatars/${user.id}/${crypto.randomUUID()}.png`;
  await must(
    images.upload(path, new Blob(["a picture"], { type: "image/png" }), {
      contentType: "image/png",
    }),
  );
  const sweep = () => must(service.functions.invoke("sweep", { body: {} }));
  await sweep();
  const { publicUrl } = images.getPublicUrl(path).data;
  expect((await fetch(publicUrl)).status).toBe(200);

  await inDatabase("update private.orphans set since = since - interval '1 hour'");
  expect(await sweep()).toMatchObject({ deleted_objects: 1 });
  expect((await fetch(publicUrl)).ok).toBe(false);
});

it("the sweep refuses a staff member", async () => {
  expect(await refusalOf(staff, "sweep")).toEqual({ status: 403, code: "forbidden" });
});
