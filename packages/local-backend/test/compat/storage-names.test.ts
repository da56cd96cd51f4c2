import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA, TOM, tokenOf } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;
let headers: Record<string, string>;

beforeAll(async () => {
  scene = await openScene();
  headers = {
    apikey: scene.backend.keys.publishable,
    authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
    "content-type": "text/plain",
  };
});

afterAll(() => scene.close());

/** Encodes the whole name as one path segment, because `fetch` would resolve `..` segments. */
const put = (name: string, body: string) =>
  fetch(scene.url(`/object/documents/${encodeURIComponent(name)}`), {
    method: "POST",
    headers,
    body,
  });

describe("Storage with hostile names", () => {
  test.each([
    `${MIA}//double.txt`,
    `${MIA}/...`,
    `${MIA}/.hidden`,
    `${MIA}/-rf`,
    `${MIA}/$(touch x);&'*.txt`,
    `${MIA}/what? is=this&that+a,b:c@d!.txt`,
    `${MIA}/${"long/".repeat(190)}x.txt`,
  ])("stores an unusual object name unchanged: %s", async (name) => {
    const response = await put(name, name);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ Key: `documents/${name}` });
    const { rows } = await scene.database.query(
      "select name, version from storage.objects where name = $1",
      [name],
    );
    expect(rows).toHaveLength(1);
    const hash = createHash("sha256").update(`documents/${name}`).digest("hex");
    const folder = join(scene.backend.dataDir, "storage/objects", hash.slice(0, 2));
    expect(readdirSync(folder)).toContain(`${hash}-${rows[0]?.version}`);
    const read = await fetch(scene.url(`/object/documents/${encodeURIComponent(name)}`), {
      headers,
    });
    expect(await read.text()).toBe(name);
    expect((await documents(scene.tom).remove([name])).data).toEqual([]);
    expect((await documents(scene.mia).remove([name])).data).toHaveLength(1);
  });

  test.each([
    ["dots that leave the folders", `${MIA}/../../../../../../tmp/escaped.txt`],
    ["dots that enter another folder", `${MIA}/../${TOM}/planted.txt`],
    ["a dot", `${MIA}/./dot.txt`],
    ["two dots", `${MIA}/..`],
    ["a null byte", `${MIA}/a\0b`],
    ["a line break", `${MIA}/a\nb`],
    ["a backslash", `${MIA}/..\\..\\x`],
    ["markup", `${MIA}/<script>.txt`],
    ["a percent sign", `${MIA}/a%2fb`],
    ["a hash", `${MIA}/a#b`],
    ["other letters", `${MIA}/Übersicht.txt`],
    ["a leading slash", `/${MIA}/x.txt`],
    ["more than 1024 characters", `${MIA}/${"x".repeat(1024)}`],
  ])("refuses a hostile object name in an upload, a move and a copy: %s", async (_what, name) => {
    const before = scene.keptFiles().length;
    const response = await put(name, "x");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidKey" });
    await documents(scene.mia).upload(`${MIA}/source.txt`, "x", { ...TEXT, upsert: true });
    for (const act of ["move", "copy"] as const) {
      const { error } = await documents(scene.mia)[act](`${MIA}/source.txt`, name);
      expect(error).toEqual(refusal("400", "InvalidKey"));
    }
    await documents(scene.mia).remove([`${MIA}/source.txt`]);
    expect(scene.keptFiles()).toHaveLength(before);
  });

  test("does not let a name with `..` reach another user's folder", async () => {
    const response = await put(`${TOM}/../${MIA}/x.txt`, "x");
    expect(await response.json()).toMatchObject({ code: "InvalidKey" });
    await put(`${MIA}/../${TOM}/planted.txt`, "x");
    expect((await documents(scene.tom).list(TOM)).data).toEqual([]);
    expect((await documents(scene.tom).listV2({ prefix: `${MIA}/..` })).data?.objects).toEqual([]);
  });

  test("refuses a name with an invalid encoding", async () => {
    for (const name of ["%", "%zz", "%ff%fe"]) {
      const response = await fetch(scene.url(`/object/documents/${name}`), { headers });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "FST_ERR_BAD_URL" });
    }
  });

  test("refuses `..` in the path of a request, instead of resolving it", async () => {
    const { hostname, port } = new URL(scene.backend.urls.api);
    const path = `/storage/v1/object/documents/${MIA}/a/../planted.txt`;
    const answer = await new Promise<string>((resolve, reject) => {
      const sent = request({ hostname, port, path, method: "POST", headers }, (response) => {
        response.setEncoding("utf8");
        response.once("data", resolve);
      });
      sent.once("error", reject);
      sent.end("x");
    });
    expect(JSON.parse(answer)).toMatchObject({ code: "InvalidKey" });
    expect((await documents(scene.mia).info(`${MIA}/planted.txt`)).error).not.toBeNull();
  });

  test("treats special characters in prefixes and searches as text, not as patterns", async () => {
    await documents(scene.mia).upload(`${MIA}/plain.txt`, "x", TEXT);
    for (const prefix of ["%", `${MIA.slice(0, 4)}%`, "_".repeat(MIA.length), "' or true --"]) {
      expect((await documents(scene.mia).list(prefix)).data).toEqual([]);
      expect((await documents(scene.mia).listV2({ prefix })).data?.objects).toEqual([]);
    }
    expect((await documents(scene.mia).list(MIA, { search: "%" })).data).toEqual([]);
    expect((await documents(scene.mia).remove(["%", `${MIA}/%`])).data).toEqual([]);
  });
});
