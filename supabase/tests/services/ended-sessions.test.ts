import { beforeAll, expect, inject, test } from "vitest";
import { type Client, open, openDevice } from "../harness/client.ts";

// After a user ends the session of another device, that device's access token stays valid for up to
// an hour. separation.test.ts covers private channels.

const { alpha } = inject("world");
const service = open(inject("serviceKey"));
const PICTURE = `avatars/${alpha.member.id}/22222222-2222-4222-8222-222222222222.png`;
const PNG = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: "image/png" });
let device: Client;

const inspect = () => device.functions.invoke("inspect-file", { body: { file_id: alpha.fileId } });

beforeAll(async () => {
  const { client, token } = await openDevice(alpha.member);
  device = client;
  expect((await device.rpc("is_session_live")).data).toBe(true);
  expect((await device.from("requests").select("id")).data).not.toEqual([]);
  expect((await inspect()).error).toBeNull();
  expect((await service.auth.admin.signOut(token, "local")).error).toBeNull();
});

// S-8.25
test("REST returns no rows and changes no rows for an ended session", async () => {
  expect((await device.rpc("is_session_live")).data).toBe(false);
  for (const table of [
    "profiles",
    "memberships",
    "orgs",
    "clients",
    "requests",
    "files",
  ] as const) {
    expect((await device.from(table).select("*")).data, table).toEqual([]);
  }
  const changed = await device
    .from("profiles")
    .update({ name: "Changed by a signed-out device" })
    .eq("user_id", alpha.member.id)
    .select();
  expect(changed.data).toEqual([]);
});

test("a database function refuses an ended session with the code session_ended", async () => {
  const { status, error } = await device.rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "",
  });
  expect([status, error?.message]).toEqual([403, "session_ended"]);
});

test("storage returns no document to an ended session, and accepts no picture from it", async () => {
  expect((await device.storage.from("documents").download(alpha.filePath)).data).toBeNull();
  expect((await device.storage.from("images").upload(PICTURE, PNG)).error).not.toBeNull();
});

test("the Edge function inspect-file refuses an ended session", async () => {
  expect((await inspect()).error?.context.status).toBe(404);
});
