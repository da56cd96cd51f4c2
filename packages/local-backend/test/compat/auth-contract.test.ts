import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountScenarios } from "./auth-contract/account.ts";
import { factorScenarios } from "./auth-contract/factors.ts";
import { ROWS } from "./auth-contract/rows.ts";
import { createScene, createWorlds, type Shape, type Worlds } from "./auth-contract/scene.ts";
import { signInScenarios } from "./auth-contract/sign-in.ts";

const scenarios = { ...signInScenarios, ...accountScenarios, ...factorScenarios };

let worlds: Worlds;

beforeAll(async () => {
  worlds = await createWorlds();
});
afterAll(() => Promise.all([worlds.usual.stop(), worlds.open.stop(), worlds.closed.stop()]));

test("every error that the contract defines has exactly one scenario", () => {
  expect(Object.keys(scenarios).sort()).toEqual(ROWS.map(({ name }) => name).sort());
});

const WEAK = { weak_password: { reasons: ["length"] } };

function expectedBody(row: { status: number; code: string }, shape: Shape) {
  const message = expect.stringMatching(/\S/);
  const extra = row.code === "weak_password" ? WEAK : {};
  return shape === "before"
    ? { code: row.status, error_code: row.code, msg: message, ...extra }
    : { code: row.code, message, ...extra };
}

describe.each<[string, Shape]>([
  ["of the API version 2024-01-01", "2024-01-01"],
  ["before the API version 2024-01-01", "before"],
])("Auth with the error format %s", (_title, shape) => {
  test.each(ROWS)("returns the error that the contract defines: $name", async (row) => {
    const name = row.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const scene = createScene(worlds, shape, name);
    await scenarios[row.name]?.(scene);
    const { status, headers, body } = scene.answer ?? {};
    expect(status).toBe(row.status);
    if (row.status === 303) {
      const location = new URL(headers?.get("location") ?? "");
      expect(new URLSearchParams(location.hash.slice(1)).get("error_code")).toBe(row.code);
      return;
    }
    const hasHeader = shape === "before" || row.code !== "weak_password";
    expect(headers?.get("x-sb-error-code")).toBe(hasHeader ? row.code : null);
    expect(headers?.get("x-supabase-api-version")).toBe(shape === "before" ? null : shape);
    expect(body).toEqual(expectedBody(row, shape));
  });
});
