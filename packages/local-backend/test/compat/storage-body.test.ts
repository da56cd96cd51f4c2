import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openScene, type Scene } from "./storage-scene.ts";

const MIB = 1024 * 1024;
const bodyOf = (prefix: number) => `{"prefix":"${"a".repeat(prefix)}"}`;

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const list = (body: string | ReadableStream) =>
  fetch(scene.url("/object/list/open"), {
    method: "POST",
    headers: { apikey: scene.backend.keys.secret, "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);

describe("a JSON body", () => {
  test.each([
    ["announced", (text: string) => text],
    ["not announced", (text: string) => new Blob([text]).stream()],
  ])("is refused above 8 MiB, its length %s", async (_what, wrap) => {
    const response = await list(wrap(bodyOf(8 * MIB)));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: "413", code: "EntityTooLarge" });
    expect((await list(wrap(bodyOf(7 * MIB)))).status).toBe(200);
  });

  test("is refused when it is empty", async () => {
    const response = await list("");
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
  });
});
