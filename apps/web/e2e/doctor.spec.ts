import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { backendUrl, publishableKey, webUrl } from "./addresses";
import { expect, test } from "./test";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("the app passes every check of the SDK's doctor, including the guards of pages, routes and actions", async () => {
  const args = ["doctor", "--json", "--url", webUrl, "--guards", "src"];
  const { stdout } = await promisify(execFile)(here("../node_modules/.bin/backend-client"), args, {
    cwd: here(".."),
    env: {
      ...process.env,
      NODE_ENV: "development",
      NEXT_PUBLIC_SUPABASE_URL: backendUrl,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey,
    },
  });
  const { checks } = JSON.parse(stdout) as { checks: { status: string; check: string }[] };
  expect(checks.length).toBeGreaterThan(12);
  expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
});
