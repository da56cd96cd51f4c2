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

describe("the list API of Storage", () => {
  test("lists one level below a prefix, sorts names without regard to case, and gives folders a null id", async () => {
    const { data } = await documents(scene.mia).list(`${MIA}/list`);
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ["a.txt", true],
      ["b.txt", true],
      ["C.txt", true],
      ["other", false],
      ["sub", false],
    ]);
    expect(data?.[0]).toMatchObject({ metadata: { size: 5, mimetype: "text/plain" } });
  });

  test("applies limit, offset, sort order and search to a list", async () => {
    const names = async (options: object) =>
      (await documents(scene.mia).list(`${MIA}/list`, options)).data?.map((entry) => entry.name);
    expect(await names({ limit: 2, offset: 1 })).toEqual(["b.txt", "C.txt"]);
    expect(await names({ limit: 2, offset: 2 })).toEqual(["C.txt", "other"]);
    expect(await names({ limit: 9, offset: 4 })).toEqual(["sub"]);
    expect(await names({ offset: 5 })).toEqual([]);
    expect(await names({ sortBy: { column: "name", order: "desc" } })).toEqual([
      "sub",
      "other",
      "C.txt",
      "b.txt",
      "a.txt",
    ]);
    expect(await names({ sortBy: { column: "created_at", order: "asc" } })).toEqual([
      "other",
      "sub",
      "b.txt",
      "a.txt",
      "C.txt",
    ]);
    expect(await names({ search: "a" })).toEqual(["a.txt"]);
    expect(await names({ search: "c" })).toEqual(["C.txt"]);
    expect(await names({ search: "sub/1" })).toEqual(["sub/1.txt"]);
  });

  test("lists only objects that the caller may select", async () => {
    for (const client of [scene.tom, scene.anonymous]) {
      expect((await documents(client).list(`${MIA}/list`)).data).toEqual([]);
      expect((await documents(client).list("")).data).toEqual([]);
    }
  });

  test("accepts a limit of 100,000, and refuses a limit below 1", async () => {
    expect((await documents(scene.mia).list("", { limit: 100_000 })).error).toBeNull();
    const { error } = await documents(scene.mia).list("", { limit: -1 });
    expect(error).toEqual(refusal("400", "InvalidRequest"));
    expect(error?.message).toBe("body/limit must be >= 1");
  });

  test("returns an empty list for an offset beyond the last entry, even for an offset of 2^40", async () => {
    for (const prefix of ["", `${MIA}/list`]) {
      for (const limit of [1, 2 ** 31 - 1]) {
        const options = { limit, offset: 2 ** 40 };
        const { data, error } = await documents(scene.mia).list(prefix, options);
        expect({ data, error }).toEqual({ data: [], error: null });
      }
    }
  });

  test("requires a prefix, ignores unknown fields, and accepts a limit that is a string of digits", async () => {
    const send = async (body: object) => {
      const response = await fetch(scene.url("/object/list/documents"), {
        method: "POST",
        headers: { apikey: scene.backend.keys.secret, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return await response.json();
    };
    expect(await send({})).toMatchObject({ message: "body must have required property 'prefix'" });
    const prefix = `${MIA}/list`;
    expect(await send({ prefix, limit: "1", foo: 1 })).toMatchObject([{ name: "a.txt" }]);
    expect(await send({ prefix, sortBy: {} })).toMatchObject({ code: "InvalidRequest" });
  });
});

describe("the paged list API of Storage", () => {
  const prefix = `${MIA}/list/`;

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

  test("lists names in byte order, page by page", async () => {
    expect(await readAll({ limit: 4 })).toEqual([
      ["C.txt", "a.txt", "b.txt", "other/deep/3.txt"],
      ["sub/1.txt", "sub/2.txt"],
    ]);
    expect((await readAll({ sortBy: { column: "name", order: "desc" } })).flat()[0]).toBe(
      "sub/2.txt",
    );
  });

  test("groups names by folder, page by page", async () => {
    expect(await readAll({ with_delimiter: true, limit: 3 })).toEqual([
      ["C.txt", "a.txt", "b.txt"],
      ["other/", "sub/"],
    ]);
  });

  test("sorts pages by time without losing or repeating an object", async () => {
    for (const order of ["asc", "desc"]) {
      const pages = await readAll({ limit: 2, sortBy: { column: "created_at", order } });
      const all = ["b.txt", "a.txt", "C.txt", "sub/1.txt", "sub/2.txt", "other/deep/3.txt"];
      expect(pages.flat()).toEqual(order === "asc" ? all : all.reverse());
    }
  });

  test("returns only objects that the caller may select, and refuses an invalid or forged cursor", async () => {
    const { data } = await documents(scene.tom).listV2({ prefix });
    expect(data).toEqual({ hasNext: false, folders: [], objects: [] });
    const page = { after: "x", at: "nonsense", column: "created_at", order: "asc" };
    const forged = Buffer.from(JSON.stringify(page)).toString("base64url");
    for (const cursor of ["nonsense", forged]) {
      const { error } = await documents(scene.mia).listV2({ prefix, cursor });
      expect(error).toEqual(refusal("400", "InvalidParameter"));
    }
  });

  test("returns pages with the same fields as hosted Supabase", async () => {
    const flat = await documents(scene.mia).listV2({ prefix, limit: 1 });
    expect(flat.data).toEqual({
      hasNext: true,
      nextCursor: expect.any(String),
      nextCursorKey: `${prefix}C.txt`,
      folders: [],
      objects: [
        {
          id: expect.any(String),
          name: `${prefix}C.txt`,
          metadata: expect.objectContaining({ size: 5 }),
          created_at: expect.any(String),
          updated_at: expect.any(String),
          last_accessed_at: expect.any(String),
        },
      ],
    });
    const level = await documents(scene.mia).listV2({ prefix, with_delimiter: true });
    expect(level.data?.objects[0]).toMatchObject({ key: "C.txt", name: `${prefix}C.txt` });
    expect(level.data?.folders).toEqual(
      ["other", "sub"].map((key) => ({
        key,
        name: `${prefix}${key}/`,
        id: null,
        metadata: null,
        created_at: null,
        updated_at: null,
        last_accessed_at: null,
      })),
    );
  });

  test("lists each object and folder once if pages are grouped by folder and sorted by time", async () => {
    const sortBy = { column: "created_at", order: "asc" };
    const pages = await readAll({ with_delimiter: true, limit: 2, sortBy });
    expect(pages.flat().sort()).toEqual(["C.txt", "a.txt", "b.txt", "other/", "sub/"]);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  });
});
