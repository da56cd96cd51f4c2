import { expect } from "vitest";
import { connectingStatement } from "../../scripts/guide-statement.ts";
import { test } from "../harness/test.ts";

const URL = "https://projectref.supabase.co";

test("running the deployment guide's connection statement again with a new key replaces the stored key", async ({
  scene,
}) => {
  const { db } = scene;
  await db.query(connectingStatement(), [URL, "sb_secret_old"]);
  await db.query(connectingStatement(), [URL, "sb_secret_new"]);
  const { rows } = await db.query("select api_url, service_role_key from private.settings");
  expect(rows).toEqual([{ api_url: URL, service_role_key: "sb_secret_new" }]);
  const { rows: targets } = await db.query("select url, key from private.job_target()");
  expect(targets).toEqual([{ url: URL, key: "sb_secret_new" }]);
});
