import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA, TOM, tokenOf } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.close());

describe("Storage", () => {
  test("moves an object to a new name, and the old name no longer exists", async () => {
    await documents(scene.mia).upload(`${MIA}/from.txt`, "moved", TEXT);
    const filesBefore = scene.keptFiles().length;
    const { data, error } = await documents(scene.mia).move(`${MIA}/from.txt`, `${MIA}/sub/to.txt`);
    expect(error).toBeNull();
    expect(data?.message).toBe("Successfully moved");
    expect(await (await documents(scene.mia).download(`${MIA}/sub/to.txt`)).data?.text()).toBe(
      "moved",
    );
    expect((await documents(scene.mia).info(`${MIA}/from.txt`)).error).toEqual(
      refusal("404", "NoSuchKey"),
    );
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test("copies an object with its metadata, and keeps the copy after the source is removed", async () => {
    await documents(scene.mia).upload(`${MIA}/c1.txt`, "copied", {
      contentType: "text/plain",
      metadata: { a: 1 },
    });
    const { data, error } = await documents(scene.mia).copy(`${MIA}/c1.txt`, `${MIA}/c2.txt`);
    expect(error).toBeNull();
    expect(data).toEqual({ path: `documents/${MIA}/c2.txt` });
    await documents(scene.mia).remove([`${MIA}/c1.txt`]);
    expect(await (await documents(scene.mia).download(`${MIA}/c2.txt`)).data?.text()).toBe(
      "copied",
    );
    expect((await documents(scene.mia).info(`${MIA}/c2.txt`)).data?.metadata).toEqual({ a: 1 });
  });

  test("copies an object with new metadata from the body and the header if copyMetadata is false", async () => {
    await documents(scene.mia).upload(`${MIA}/m1.txt`, "x", { ...TEXT, metadata: { a: 1 } });
    const copy = async (destinationKey: string, body: object, headers: Record<string, string>) =>
      await fetch(scene.url("/object/copy"), {
        method: "POST",
        headers: {
          apikey: scene.backend.keys.publishable,
          authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
          "content-type": "application/json",
          ...headers,
        },
        body: JSON.stringify({
          bucketId: "documents",
          sourceKey: `${MIA}/m1.txt`,
          destinationKey,
          ...body,
        }),
      });
    const given = { "x-metadata": Buffer.from('{"b":2}').toString("base64") };
    const changed = { copyMetadata: false, metadata: { cacheControl: "max-age=5" } };
    expect((await copy(`${MIA}/m2.txt`, changed, given)).status).toBe(200);
    expect((await documents(scene.mia).info(`${MIA}/m2.txt`)).data).toMatchObject({
      metadata: { b: 2 },
      cacheControl: "max-age=5",
      contentType: "text/plain",
    });
    await copy(`${MIA}/m3.txt`, {}, given);
    expect((await documents(scene.mia).info(`${MIA}/m3.txt`)).data?.metadata).toEqual({ a: 1 });
  });

  test("makes the caller the owner of a moved object, but keeps the owner if the service role moves it", async () => {
    await scene.database.query(`
      create policy "tom may move" on storage.objects for all to authenticated
        using (name like '%/moving%') with check (name like '%/moving%')`);
    const ownerOf = async (name: string) => {
      const { rows } = await scene.database.query(
        "select owner_id, owner::text from storage.objects where name = $1",
        [`${MIA}/${name}`],
      );
      return rows[0];
    };
    await documents(scene.mia).upload(`${MIA}/moving-1.txt`, "x", TEXT);
    await documents(scene.service).move(`${MIA}/moving-1.txt`, `${MIA}/moving-2.txt`);
    expect(await ownerOf("moving-2.txt")).toEqual({ owner_id: MIA, owner: MIA });
    await documents(scene.tom).move(`${MIA}/moving-2.txt`, `${MIA}/moving-3.txt`);
    expect(await ownerOf("moving-3.txt")).toEqual({ owner_id: TOM, owner: TOM });
    await scene.database.query('drop policy "tom may move" on storage.objects');
  });

  test("refuses to move or copy an object without permission, to a taken name, or to a bucket that does not allow its type", async () => {
    await documents(scene.mia).upload(`${MIA}/mine.txt`, "mine", TEXT);
    await documents(scene.mia).upload(`${MIA}/taken.txt`, "taken", TEXT);
    const filesBefore = scene.keptFiles().length;
    for (const act of ["move", "copy"] as const) {
      const stolen = await documents(scene.tom)[act](`${MIA}/mine.txt`, `${TOM}/stolen.txt`);
      expect(stolen.error).toEqual(refusal("404", "NoSuchKey"));
      const planted = await documents(scene.mia)[act](`${MIA}/mine.txt`, `${TOM}/planted.txt`);
      expect(planted.error).toEqual(refusal("403", "AccessDenied"));
      const taken = await documents(scene.mia)[act](`${MIA}/mine.txt`, `${MIA}/taken.txt`);
      const code = act === "move" ? "ResourceAlreadyExists" : "KeyAlreadyExists";
      expect(taken.error).toEqual(refusal("409", code));
      const wrongType = await documents(scene.service)[act](`${MIA}/mine.txt`, `${MIA}/x.txt`, {
        destinationBucket: "loose",
      });
      expect(wrongType.error).toEqual(refusal("415", "InvalidMimeType"));
    }
    expect(scene.keptFiles()).toHaveLength(filesBefore);
    expect(await (await documents(scene.mia).download(`${MIA}/mine.txt`)).data?.text()).toBe(
      "mine",
    );
  });

  test("returns AccessDenied if the target bucket of a move or a copy is missing, and NoSuchKey if the source bucket is missing", async () => {
    await documents(scene.mia).upload(`${MIA}/stays.txt`, "stays", TEXT);
    const filesBefore = scene.keptFiles().length;
    for (const act of ["move", "copy"] as const) {
      const into = { destinationBucket: "nowhere" };
      const gone = await documents(scene.mia)[act](`${MIA}/stays.txt`, `${MIA}/x.txt`, into);
      expect(gone.error).toEqual(refusal("403", "AccessDenied"));
      const from = await scene.mia.storage.from("nowhere")[act](`${MIA}/a.txt`, `${MIA}/x.txt`);
      expect(from.error).toEqual(refusal("404", "NoSuchKey"));
    }
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test("removes only the objects that the caller may delete, and returns them", async () => {
    await documents(scene.mia).upload(`${MIA}/r1.txt`, "1", TEXT);
    await documents(scene.tom).upload(`${TOM}/r2.txt`, "2", TEXT);
    const filesBefore = scene.keptFiles().length;
    const names = [`${MIA}/r1.txt`, `${TOM}/r2.txt`, `${MIA}/none.txt`];
    const { data } = await documents(scene.mia).remove(names);
    expect(data?.map((row) => row.name)).toEqual([`${MIA}/r1.txt`]);
    expect((await documents(scene.anonymous).remove([`${TOM}/r2.txt`])).data).toEqual([]);
    expect(scene.keptFiles()).toHaveLength(filesBefore - 1);
    expect((await documents(scene.tom).info(`${TOM}/r2.txt`)).error).toBeNull();
  });

  test("deletes one object only for a caller with the permission to delete it", async () => {
    await documents(scene.mia).upload(`${MIA}/one.txt`, "1", TEXT);
    const remove = async (userId: string, name: string) => {
      const response = await fetch(scene.url(`/object/documents/${name}`), {
        method: "DELETE",
        headers: {
          apikey: scene.backend.keys.publishable,
          authorization: `Bearer ${await tokenOf(scene.backend, userId)}`,
        },
      });
      return await response.json();
    };
    const denied = { statusCode: "403", code: "AccessDenied", message: "Access denied" };
    expect(await remove(TOM, `${MIA}/one.txt`)).toMatchObject(denied);
    expect(await remove(TOM, `${MIA}/none.txt`)).toMatchObject({ code: "NoSuchKey" });
    expect(await remove(MIA, `${MIA}/one.txt`)).toEqual({ message: "Successfully deleted" });
  });

  test("lets SQL check whether the caller may insert an object, without inserting an object", async () => {
    const ask = async (name: string) => {
      await scene.database.query("begin");
      try {
        await scene.database.query("select set_config('request.jwt.claims', $1, true)", [
          JSON.stringify({ sub: MIA, role: "authenticated" }),
        ]);
        await scene.database.query("set local role authenticated");
        const values = [name, MIA];
        await scene.database.query(
          "select storage.can_insert_object('documents', $1, $2::uuid, '{}')",
          values,
        );
        return undefined;
      } catch (error) {
        return (error as { code?: string }).code;
      } finally {
        await scene.database.query("rollback");
      }
    };
    expect(await ask(`${MIA}/asked.txt`)).toBe("PT200");
    expect(await ask(`${TOM}/asked.txt`)).toBe("42501");
    expect((await documents(scene.mia).info(`${MIA}/asked.txt`)).error).not.toBeNull();
  });

  test("does not let SQL delete objects or buckets if storage.allow_delete_query is not set", async () => {
    await expect(scene.database.query("delete from storage.objects")).rejects.toMatchObject({
      code: "42501",
      message: expect.stringContaining("Direct deletion"),
    });
    await expect(scene.database.query("delete from storage.buckets")).rejects.toMatchObject({
      code: "42501",
    });
  });
});
