import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  for (const name of ["b.txt", "a.txt", "C.txt", "sub/1.txt", "sub/2.txt", "other/deep/3.txt"]) {
    await documents(scene.mia).upload(`${MIA}/list/${name}`, name, TEXT);
  }
});

afterAll(() => scene.close());

describe("list", () => {
  test("returns one level, folders first with a null id", async () => {
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

  test("returns only objects that the caller may select", async () => {
    for (const client of [scene.tom, scene.anonymous]) {
      expect((await documents(client).list(`${MIA}/list`)).data).toEqual([]);
      expect((await documents(client).list("")).data).toEqual([]);
    }
  });

  test("refuses an invalid limit", async () => {
    const { error } = await documents(scene.mia).list("", { limit: 100_000 });
    expect(error).toEqual(refusal("400", "InvalidRequest"));
  });
});

describe("list in pages", () => {
  const prefix = `${MIA}/list/`;

  /** Returns the keys of folders and objects, page by page. */
  async function readAll(options: object): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await documents(scene.mia).listV2({
        prefix,
        ...options,
        ...(cursor !== undefined && { cursor }),
      });
      expect(error).toBeNull();
      const keys = [...(data?.folders ?? []), ...(data?.objects ?? [])].map((entry) =>
        entry.name.slice(prefix.length),
      );
      pages.push(keys);
      expect(data?.hasNext).toBe(data?.nextCursor !== undefined);
      cursor = data?.nextCursor;
    } while (cursor !== undefined);
    return pages;
  }

  test("returns names in byte order", async () => {
    expect(await readAll({ limit: 4 })).toEqual([
      ["C.txt", "a.txt", "b.txt", "other/deep/3.txt"],
      ["sub/1.txt", "sub/2.txt"],
    ]);
    expect((await readAll({ sortBy: { column: "name", order: "desc" } })).flat()[0]).toBe(
      "sub/2.txt",
    );
  });

  test("groups names by folder", async () => {
    expect(await readAll({ with_delimiter: true, limit: 3 })).toEqual([
      ["C.txt", "a.txt", "b.txt"],
      ["other/", "sub/"],
    ]);
  });

  test("sorts by time without losing or repeating an object", async () => {
    for (const order of ["asc", "desc"]) {
      const pages = await readAll({ limit: 2, sortBy: { column: "created_at", order } });
      const all = ["b.txt", "a.txt", "C.txt", "sub/1.txt", "sub/2.txt", "other/deep/3.txt"];
      expect(pages.flat()).toEqual(order === "asc" ? all : all.reverse());
    }
  });

  test("returns only objects that the caller may select, and refuses a foreign cursor", async () => {
    const { data } = await documents(scene.tom).listV2({ prefix });
    expect(data).toEqual({ hasNext: false, folders: [], objects: [] });
    const { error } = await documents(scene.mia).listV2({ prefix, cursor: "nonsense" });
    expect(error).toEqual(refusal("400", "InvalidRequest"));
  });
});
