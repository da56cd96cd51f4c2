import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const ADDRESS = "Tom@Client.example";

const spend = async (scene: Scene, email = ADDRESS, purpose = "sign_in") =>
  (await scene.as(service).rpc("spend_code", { email, purpose })) as unknown as number;

// S-4.44
test("an email address can get its second code after one minute, and each later code after two more minutes", async ({
  scene,
}) => {
  expect(await spend(scene)).toBe(0);
  expect(await spend(scene)).toBe(60);
  expect(await spend(scene, "tom@client.example")).toBe(60);
  expect(await spend(scene, "other@client.example")).toBe(0);
  await scene.travel("61 seconds");
  expect(await spend(scene)).toBe(0);
  expect(await spend(scene)).toBe(120);
  await scene.travel("61 seconds");
  expect(await spend(scene)).toBe(59);
  await scene.travel("59 seconds");
  expect(await spend(scene)).toBe(0);
});

// S-4.44
test("an email address gets at most six codes an hour", async ({ scene }) => {
  for (let no = 0; no < 6; no += 1) {
    expect(await spend(scene)).toBe(0);
    await scene.travel("2 minutes");
  }
  expect(await spend(scene)).toBe(48 * 60);
  await scene.travel("48 minutes");
  expect(await spend(scene)).toBe(0);
});

test("codes that confirm a new email address do not delay sign-in codes to that address", async ({
  scene,
}) => {
  expect(await spend(scene, ADDRESS, "email_change")).toBe(0);
  expect(await spend(scene)).toBe(0);
  expect(await spend(scene)).toBe(60);
});

test("a new email address gets at most six confirmation codes an hour", async ({ scene }) => {
  for (let no = 0; no < 6; no += 1) {
    expect(await spend(scene, ADDRESS, "email_change")).toBe(0);
    await scene.travel("2 minutes");
  }
  expect(await spend(scene, ADDRESS, "email_change")).toBe(48 * 60);
});

test("return_code lowers the code count only for the given purpose", async ({ scene }) => {
  await spend(scene);
  await spend(scene, ADDRESS, "email_change");
  await scene.as(service).rpc("return_code", { email: ADDRESS, purpose: "email_change" });
  expect(await spend(scene, ADDRESS, "email_change")).toBe(0);
  expect(await spend(scene)).toBe(60);
});

test("a code with an unknown purpose is refused, and the error lists that purpose and the allowed purposes", async ({
  scene,
}) => {
  await expect(spend(scene, ADDRESS, "other")).rejects.toThrow(
    'unknown purpose "other": use "sign_in" or "email_change"',
  );
});

test("a code that was not sent does not count toward the limit", async ({ scene }) => {
  await spend(scene);
  await scene.as(service).rpc("return_code", { email: ADDRESS });
  expect(await spend(scene)).toBe(0);
});

test("spend_code counts a code for an email address without storing the address", async ({
  scene,
}) => {
  await spend(scene);
  const { rows } = await scene.db.query("select * from private.counters where scope = 'codes'");
  expect(JSON.stringify(rows)).not.toMatch(/tom|client/i);
});

test("a sign-in code email mentions the firm only if the email address belongs to an active contact of the request", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const sender = (publicId: string, email: string) =>
    scene.as(service).rows("get_code_sender", { public_id: publicId, email });
  const named = [
    {
      org_name: "Alpha",
      reply_email: alpha.owner.email,
      logo_path: null,
      brand_color: "#0d5f66",
    },
  ];
  await scene.as(alpha.owner).rpc("update_brand", { org_id: alpha.orgId, brand_color: "#0d5f66" });
  expect(await sender(alpha.publicId, alpha.contact.email)).toEqual(named);
  expect(await sender(alpha.publicId, alpha.contact.email.toUpperCase())).toEqual(named);
  expect(await sender(alpha.publicId, beta.contact.email)).toEqual([]);
  expect(await sender(alpha.publicId, alpha.owner.email)).toEqual([]);
  expect(await sender("0".repeat(32), alpha.contact.email)).toEqual([]);
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [
    alpha.contactId,
  ]);
  expect(await sender(alpha.publicId, alpha.contact.email)).toEqual([]);
});
