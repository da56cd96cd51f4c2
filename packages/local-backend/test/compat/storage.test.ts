import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { documents, openScene, PDF, type Scene } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.backend.stop());

test("what is not offered is refused", async () => {
  const response = await fetch(scene.url(`/render/image/public/open/page.html`), {
    headers: { apikey: scene.backend.keys.publishable },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "NotSupported" });
});

test("a reset forgets every file", async () => {
  await scene.database.end();
  await scene.backend.reset();
  expect(scene.keptFiles()).toEqual([]);
  expect((await documents(scene.service).list(MIA)).data).toEqual([]);
  const { error } = await documents(scene.mia).upload(`${MIA}/after.pdf`, "x", PDF);
  expect(error).toBeNull();
});
