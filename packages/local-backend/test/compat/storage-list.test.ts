import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.close());

describe("list", () => {
  beforeAll(async () => {
    for (const name of ["b.txt", "a.txt", "C.txt", "sub/1.txt", "sub/2.txt", "other/deep/3.txt"]) {
      await documents(scene.mia).upload(`${MIA}/list/${name}`, name, TEXT);
    }
  });

  test("shows one level: folders first, their id null", async () => {
    const { data } = await documents(scene.mia).list(`${MIA}/list`);
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ["other", false],
      ["sub", false],
      ["C.txt", true],
      ["a.txt", true],
      ["b.txt", true],
    ]);
    expect(data?.[3]).toMatchObject({ metadata: { size: 5, mimetype: "text/plain" } });
  });

  test("pages, sorts and searches", async () => {
    const names = async (options: object) =>
      (await documents(scene.mia).list(`${MIA}/list`, options)).data?.map((entry) => entry.name);
    expect(await names({ limit: 2, offset: 3 })).toEqual(["a.txt", "b.txt"]);
    expect(await names({ sortBy: { column: "name", order: "desc" } })).toEqual([
      "sub",
      "other",
      "b.txt",
      "a.txt",
      "C.txt",
    ]);
    expect(await names({ sortBy: { column: "created_at", order: "asc" } })).toEqual([
      "other",
      "sub",
      "b.txt",
      "a.txt",
      "C.txt",
    ]);
    expect(await names({ search: "a" })).toEqual(["a.txt"]);
  });

  test("shows only what the caller may see", async () => {
    for (const client of [scene.tom, scene.nobody]) {
      expect((await documents(client).list(`${MIA}/list`)).data).toEqual([]);
      expect((await documents(client).list("")).data).toEqual([]);
    }
  });

  test("an unreasonable limit is refused", async () => {
    const { error } = await documents(scene.mia).list("", { limit: 100_000 });
    expect(error).toEqual(refusal("400", "InvalidRequest"));
  });
});
