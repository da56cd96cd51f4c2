import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Database } from "../../database.types.ts";
import { type Client, open, signIn } from "../harness/client.ts";

// What a device that was signed out elsewhere still holds: an access token that is valid for an hour.

const { alpha } = inject("world");
const service = open(inject("serviceKey"));
const PICTURE = `avatars/${alpha.member.id}/22222222-2222-4222-8222-222222222222.png`;
const PNG = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: "image/png" });
let device: Client;

const join = (client: Client) =>
  new Promise<string>((resolve) => {
    client
      .channel(`org:${alpha.orgId}`, { config: { private: true } })
      .subscribe((status) => status !== "CLOSED" && resolve(status));
  });

const inspect = () => device.functions.invoke("inspect-file", { body: { file_id: alpha.fileId } });

beforeAll(async () => {
  const signedIn = await signIn(alpha.member);
  const token = (await signedIn.auth.getSession()).data.session?.access_token ?? "";
  device = createClient<Database>(inject("apiUrl"), inject("anonKey"), {
    accessToken: async () => token,
  });
  await device.realtime.setAuth(token);
  expect((await device.rpc("is_session_live")).data).toBe(true);
  expect((await device.from("requests").select("id")).data).not.toEqual([]);
  expect((await inspect()).error).toBeNull();
  expect(await join(device)).toBe("SUBSCRIBED");
  await device.removeAllChannels();
  expect((await service.auth.admin.signOut(token, "local")).error).toBeNull();
});

afterAll(async () => {
  await device.removeAllChannels();
  device.realtime.disconnect();
});

test("REST shows nothing and changes nothing", async () => {
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

test("functions refuse with the code session_ended", async () => {
  const { status, error } = await device.rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "",
  });
  expect([status, error?.message]).toEqual([403, "session_ended"]);
});

test("storage keeps its documents and takes no picture", async () => {
  expect((await device.storage.from("documents").download(alpha.filePath)).data).toBeNull();
  expect((await device.storage.from("images").upload(PICTURE, PNG)).error).not.toBeNull();
});

test("Edge functions refuse too", async () => {
  expect((await inspect()).error?.context.status).toBe(404);
});

test("private channels stay closed", async () => {
  expect(await join(device)).toBe("CHANNEL_ERROR");
});
