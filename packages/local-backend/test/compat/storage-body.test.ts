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

describe("the JSON parser of Storage", () => {
  test.each([
    ["announced", (text: string) => text],
    ["not announced", (text: string) => new Blob([text]).stream()],
  ])("refuses a JSON body above 1 MiB whose length was %s", async (_what, wrap) => {
    const response = await list(wrap(bodyOf(MIB)));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ statusCode: "413", code: "EntityTooLarge" });
    expect((await list(wrap(bodyOf(MIB - 100)))).status).toBe(200);
  });

  test("treats a body whose content type is not JSON as missing", async () => {
    const response = await fetch(scene.url("/object/list/open"), {
      method: "POST",
      headers: { apikey: scene.backend.keys.secret, "content-type": "text/plain" },
      body: bodyOf(1),
    });
    expect(await response.json()).toMatchObject({
      statusCode: "400",
      code: "InvalidRequest",
      message: "body must be object",
    });
  });

  test("accepts a DELETE request without a body, but refuses an empty body that is declared as JSON", async () => {
    const bucket = scene.service.storage.from("open");
    await bucket.upload("a.txt", "a", { contentType: "text/plain" });
    const remove = (extra: Record<string, string>) =>
      fetch(scene.url("/object/open/a.txt"), {
        method: "DELETE",
        headers: { apikey: scene.backend.keys.secret, ...extra },
      });
    const refused = await remove({ "content-type": "application/json" });
    expect(await refused.json()).toMatchObject({ code: "InvalidRequest", error: "FastifyError" });
    expect((await bucket.info("a.txt")).error).toBeNull();
    expect((await remove({})).status).toBe(200);
  });

  test("refuses a POST request with an empty JSON body", async () => {
    const response = await list("");
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
  });
});
