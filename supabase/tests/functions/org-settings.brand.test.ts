import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function setColor(scene: Scene, brand_color?: string, expected_version?: number) {
  const { alpha } = scene.world;
  return scene.as(alpha.admin).rpc("update_brand", {
    org_id: alpha.orgId,
    ...(brand_color === undefined ? {} : { brand_color }),
    ...(expected_version === undefined ? {} : { expected_version }),
  });
}

async function storedColor(scene: Scene): Promise<unknown> {
  const { rows } = await scene.db.query("select brand_color from public.orgs where id = $1", [
    scene.world.alpha.orgId,
  ]);
  return rows[0]?.brand_color;
}

test("an admin can set and remove the firm's color, which is stored in lower case, and the change is recorded", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await setColor(scene, "#0D5F66")).toEqual({ id: alpha.orgId, brand_version: 2 });
  expect(await storedColor(scene)).toBe("#0d5f66");
  expect(await setColor(scene)).toEqual({ id: alpha.orgId, brand_version: 3 });
  expect(await storedColor(scene)).toBeNull();
  await setColor(scene, "#ffd400");
  await setColor(scene, "");
  expect(await storedColor(scene)).toBeNull();
  const { rows } = await scene.db.query(
    `select actor_id, data from public.events
    where org_id = $1 and action = 'org.saved' order by no limit 1`,
    [alpha.orgId],
  );
  expect(rows).toEqual([{ actor_id: alpha.admin.id, data: { change: "brand" } }]);
});

// S-5.14
test.for([
  "0d5f66",
  "#0d5f6",
  "#0d5f666",
  "#0d5f66;",
  "#0d5f66\n",
  "#xyzxyz",
  " #0d5f66",
  "red",
  "#".repeat(100_000),
])("a color that is not six hexadecimal digits is refused: %j", async (color, { scene }) => {
  await setColor(scene, "#123456");
  expect(await refusal(setColor(scene, color))).toEqual({
    status: "422",
    code: "validation_failed",
    detail: { field: "brand_color", rule: "format" },
  });
  expect(await storedColor(scene)).toBe("#123456");
});

test("changing the color is refused if the caller's version of the brand is outdated", async ({
  scene,
}) => {
  await setColor(scene, "#0d5f66", 1);
  expect(await refusal(setColor(scene, "#ffd400", 1))).toEqual({
    status: "409",
    code: "version_conflict",
    detail: { version: 2, name: "You" },
  });
  expect(await storedColor(scene)).toBe("#0d5f66");
});

test("contacts, and visitors with a request's link, get the firm's logo and color", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const logo_path = `logos/${alpha.orgId}/${alpha.orgId}.png`;
  await scene.db.query("update public.orgs set logo_path = $2 where id = $1", [
    alpha.orgId,
    logo_path,
  ]);
  await setColor(scene, "#0d5f66");
  const brand = { logo_path, brand_color: "#0d5f66" };
  expect(
    await scene.as(anonymous).rpc("get_public_request", { public_id: alpha.publicId }),
  ).toEqual({ firm: "Alpha", ...brand, state: "open" });
  expect(await scene.as(alpha.contact).rows("list_my_requests", {} as never)).toMatchObject([
    brand,
  ]);
});

test("claim_mail returns the logo and color of the email's firm", async ({ scene }) => {
  const { alpha, beta } = scene.world;
  const logo_path = `logos/${alpha.orgId}/${alpha.orgId}.png`;
  await scene.db.query("update public.orgs set logo_path = $2 where id = $1", [
    alpha.orgId,
    logo_path,
  ]);
  await setColor(scene, "#0d5f66");
  const claimed = await scene.as(service).rows("claim_mail", {});
  const brandOf = (address: string) => {
    const { logo_path: logo, brand_color: color } =
      claimed.find((email) => email.to_email === address) ?? {};
    return { logo, color };
  };
  expect(brandOf(alpha.contact.email)).toEqual({ logo: logo_path, color: "#0d5f66" });
  expect(brandOf(beta.contact.email)).toEqual({ logo: null, color: null });
});
