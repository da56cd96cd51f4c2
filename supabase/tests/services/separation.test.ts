import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { needs } from "../../../scripts/test-supabase/project.ts";
import { type Client, open, openDevice, signIn } from "../harness/client.ts";

const world = inject("world");
const service = open(inject("serviceKey"));
let owner: Client;
let member: Client;
let contact: Client;
let others: [name: string, client: Client][] = [];

async function openEndedDevice(): Promise<Client> {
  const { client, token } = await openDevice(world.alpha.member);
  expect((await service.auth.admin.signOut(token, "local")).error).toBeNull();
  return client;
}

beforeAll(async () => {
  owner = await signIn(world.alpha.owner);
  member = await signIn(world.alpha.member);
  contact = await signIn(world.alpha.contact);
  others = [
    ["another firm's owner", await signIn(world.beta.owner)],
    ["another firm's contact", await signIn(world.beta.contact)],
    ["a user without a firm", await signIn(world.stranger)],
    ["a device of staff that was signed out", await openEndedDevice()],
    ["a visitor", open(inject("anonKey"))],
  ];
});

afterAll(async () => {
  for (const client of [owner, member, contact, ...others.map(([, other]) => other)]) {
    await client.removeAllChannels();
    client.realtime.disconnect();
  }
});

test("REST shows the request with its embedded rows to the firm and to the request's contact", async () => {
  const { data } = await owner
    .from("requests")
    .select("id, client:clients(name), items(status), request_contacts(contact:contacts(name))")
    .eq("id", world.alpha.requestId)
    .single();
  expect(data).toMatchObject({
    client: { name: "Alpha Client" },
    request_contacts: [{ contact: { name: "Alpha Contact" } }],
  });
  expect(data?.items).toHaveLength(4);
  const own = await contact.from("items").select("id, submissions(id, files(id))");
  expect(own.data).toHaveLength(4);
});

test("REST shows other users no requests, items, submissions, files, events or clients of the firm", async () => {
  const tables = ["requests", "items", "submissions", "files", "events", "clients"] as const;
  for (const [name, client] of others) {
    for (const table of tables) {
      const { data } = await client.from(table).select("org_id").eq("org_id", world.alpha.orgId);
      expect(data ?? [], `${name}: ${table}`).toEqual([]);
    }
  }
});

test("a refused function call returns a status, a code and a detail over REST", async () => {
  const { error, status } = await owner.rpc("review_item", {
    item_id: world.alpha.items.file,
    decision: "accepted",
    expected_version: 99,
  });
  expect(status).toBe(409);
  expect(error).toMatchObject({ code: "PT409", message: "version_conflict" });
  expect(JSON.parse(error?.details ?? "null")).toMatchObject({ version: 2 });
  const absent = await others[0]?.[1].rpc("open_file", { file_id: world.alpha.fileId });
  expect([absent?.status, absent?.error?.message]).toEqual([404, "not_found"]);
});

test("storage hides the document from other users, and signs no link to it, even for the firm's owner or the contact", async () => {
  for (const [name, client] of others) {
    const { data } = await client.storage.from("documents").download(world.alpha.filePath);
    expect(data, name).toBeNull();
  }
  for (const client of [owner, contact]) {
    const { data } = await client.storage
      .from("documents")
      .createSignedUrl(world.alpha.filePath, 60);
    expect(data?.signedUrl).toBeUndefined();
  }
});

test("storage accepts the file of a started upload only from the user who started the upload", async () => {
  const uploader = await signIn(world.beta.contact);
  const { data } = await uploader.rpc("begin_upload", {
    item_id: world.beta.items.file,
    name: "x.pdf",
    bytes: 4,
    mime: "application/pdf",
  });
  const { path, file_id } = data as { path: string; file_id: string };
  const documents = (client: Client) => client.storage.from("documents");
  // A multipart form would count toward the file's size.
  const file = new TextEncoder().encode("%PDF");
  const asPdf = { contentType: "application/pdf" };
  const betaOwner = await signIn(world.beta.owner);
  for (const client of [owner, contact, betaOwner, open(inject("anonKey"))]) {
    expect((await documents(client).upload(path, file, asPdf)).error).not.toBeNull();
  }
  expect((await documents(uploader).upload(path, file, asPdf)).error).toBeNull();
  const finished = await uploader.rpc("finish_upload", { file_id });
  expect(finished.data).toEqual({ file_id, status: "checking" });
  expect((await documents(uploader).download(path)).data).toBeNull();
  expect(
    (await documents(uploader).upload(path, file, { ...asPdf, upsert: true })).error,
  ).not.toBeNull();
  await uploader.rpc("remove_file", { file_id });
  expect((await documents(service).remove([path])).data).toHaveLength(1);
});

test("a request's private channel opens only for the firm's staff", async ({ skip }) => {
  skip(...needs("realtime", inject("project")));
  const join = async (client: Client, topic: string) => {
    await client.realtime.setAuth();
    return new Promise<string>((resolve) => {
      client
        .channel(topic, { config: { private: true } })
        .subscribe((status) => status !== "CLOSED" && resolve(status));
    });
  };
  const topic = `request:${world.alpha.requestId}`;
  for (const client of [owner, member]) expect(await join(client, topic)).toBe("SUBSCRIBED");
  for (const [name, client] of [...others, ["the contact", contact] as const]) {
    expect(await join(client, topic), name).toBe("CHANNEL_ERROR");
  }
});
