import { expect } from "vitest";
import { CAST, type Part, play } from "../harness/cast.ts";
import type { Person } from "../harness/person.ts";
import { recordReading } from "../harness/reading.ts";
import { type Scene, test } from "../harness/test.ts";

/** Storage and Realtime make no checks for the service key, and only Edge functions use it. */
const PEOPLE = CAST.filter((part) => part !== "service key");

const PICTURE = "11111111-1111-4111-8111-111111111111.png";

async function does(scene: Scene, person: Person, sql: string, values: unknown[]) {
  try {
    return (await scene.as(person).query(sql, values)).length > 0;
  } catch (error) {
    expect((error as { code?: string }).code, sql).toBe("42501");
    return false;
  }
}

async function tryObject(scene: Scene, person: Person, bucket: string, path: string) {
  const { db } = scene;
  const where = "where bucket_id = $1 and name = $2 returning name";
  const attempt = async (operation: string, sql: string) => {
    await db.query("savepoint attempt");
    await db.query("select set_config('storage.operation', $1, true)", [operation]);
    await db.query("select set_config('storage.allow_delete_query', 'true', true)");
    const done = await does(scene, person, sql, [bucket, path]);
    await db.query("rollback to savepoint attempt");
    return done;
  };
  const insert = await attempt(
    "storage.object.upload",
    // Without `returning`, because reading the new row requires another permission.
    "with made as (insert into storage.objects (bucket_id, name) values ($1, $2)) select 1",
  );
  await db.query("savepoint stored");
  await db.query(
    "insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing",
    [bucket, path],
  );
  const others = {
    select: await attempt(
      "storage.object.get_authenticated",
      "select name from storage.objects where bucket_id = $1 and name = $2",
    ),
    sign: await attempt(
      "storage.object.sign",
      "select name from storage.objects where bucket_id = $1 and name = $2",
    ),
    update: await attempt(
      "storage.object.upload_update",
      `update storage.objects set metadata = '{}' ${where}`,
    ),
    delete: await attempt("storage.object.delete", `delete from storage.objects ${where}`),
  };
  await db.query("rollback to savepoint stored");
  return Object.entries({ insert, ...others })
    .filter(([, done]) => done)
    .map(([operation]) => operation)
    .join(" ");
}

const READERS: readonly Part[] = [
  "owner",
  "admin",
  "member",
  "owner with the required factor",
  "contact",
  "contact of a firm that requires a factor",
];

// S-3.34
test.for(PEOPLE)(
  "%s: can read a submitted and inspected document only if the permission matrix allows it, and cannot change it",
  async (part, { scene }) => {
    const person = await play(scene, part);
    const { filePath } = scene.world.alpha;
    await scene.db.query("select set_config('storage.allow_delete_query', 'true', true)");
    await scene.db.query("delete from storage.objects where name = $1", [filePath]);
    await recordReading(scene, person);
    expect(await tryObject(scene, person, "documents", filePath)).toBe(
      READERS.includes(part) ? "select" : "",
    );
  },
);

/** The contact who started the upload, in a session with a recent code. */
const UPLOADERS: readonly Part[] = ["contact", "contact of a firm that requires a factor"];

test.for(PEOPLE)(
  "%s: cannot read, change or delete the file of a started upload, and can upload it only if the permission matrix allows it",
  async (part, { scene }) => {
    const { contact, items } = scene.world.alpha;
    const person = await play(scene, part);
    await scene.as(contact).rpc("withdraw_item", { item_id: items.file });
    const started = await scene.as(contact).rpc("begin_upload", {
      item_id: items.file,
      name: "new.pdf",
      bytes: 10,
      mime: "application/pdf",
    });
    expect(await tryObject(scene, person, "documents", String(started.path))).toBe(
      UPLOADERS.includes(part) ? "insert" : "",
    );
  },
);

const PICTURES: readonly [string, (world: Scene["world"]) => string, readonly Part[]][] = [
  [
    "the member's avatar",
    ({ alpha }) => `avatars/${alpha.member.id}/${PICTURE}`,
    ["member", "member without the required factor"],
  ],
  [
    "the firm's logo",
    ({ alpha }) => `logos/${alpha.orgId}/${PICTURE}`,
    ["owner", "admin", "owner with the required factor"],
  ],
  [
    "a picture at a path that is neither an avatar's nor a logo's",
    ({ alpha }) => `${alpha.orgId}/${PICTURE}`,
    [],
  ],
  ["an SVG file as the firm's logo", ({ alpha }) => `logos/${alpha.orgId}/${PICTURE}.svg`, []],
];

for (const [what, pathOf, changers] of PICTURES) {
  test.for(PEOPLE)(
    `%s: can add and delete ${what} only if the permission matrix allows it`,
    async (part, { scene }) => {
      const person = await play(scene, part);
      const done = await tryObject(scene, person, "images", pathOf(scene.world));
      // Ignores the permission to read, because all pictures are public.
      expect(
        done
          .replaceAll(/select|sign/g, "")
          .trim()
          .split(/\s+/)
          .join(" "),
      ).toBe(changers.includes(part) ? "insert delete" : "");
    },
  );
}

test.for(PEOPLE)("%s: cannot use a bucket without policies", async (part, { scene }) => {
  const person = await play(scene, part);
  await scene.db.query("insert into storage.buckets (id, name) values ('other', 'other')");
  expect(await tryObject(scene, person, "other", "a.pdf")).toBe("");
});

const LISTENERS: readonly Part[] = ["owner", "admin", "member", "owner with the required factor"];

/** Makes the same queries as Realtime. */
async function probe(scene: Scene, person: Person, topic: string): Promise<string> {
  await scene.db.query("select set_config('realtime.topic', $1, true)", [topic]);
  const rights: string[] = [];
  for (const extension of ["broadcast", "presence"]) {
    const { rows } = await scene.db.query(
      "insert into realtime.messages (topic, extension) values ($1, $2) returning id",
      [topic, extension],
    );
    const hear = "select id from realtime.messages where id = $1";
    if (await does(scene, person, hear, [rows[0].id])) rights.push(`hear ${extension}`);
    const say =
      "with made as (insert into realtime.messages (topic, extension) values ($1, $2)) select 1";
    if (await does(scene, person, say, [topic, extension])) rights.push(`send ${extension}`);
  }
  return rights.join(", ");
}

// S-3.33
test.for(PEOPLE)(
  "%s: can use the channels of a firm and of its requests only as staff of that firm",
  async (part, { scene }) => {
    const person = await play(scene, part);
    const { alpha, beta } = scene.world;
    const isListener = LISTENERS.includes(part);
    const isOther = part === "owner of another firm";
    const firm = "hear broadcast, hear presence";
    const request = "hear broadcast, hear presence, send presence";
    expect({
      "alpha's firm": await probe(scene, person, `org:${alpha.orgId}`),
      "alpha's request": await probe(scene, person, `request:${alpha.requestId}`),
      "beta's firm": await probe(scene, person, `org:${beta.orgId}`),
      "beta's request": await probe(scene, person, `request:${beta.requestId}`),
      "a request id as a firm id": await probe(scene, person, `org:${alpha.requestId}`),
      "all firms": await probe(scene, person, "org:*"),
      "a lobby": await probe(scene, person, "lobby"),
    }).toEqual({
      "alpha's firm": isListener ? firm : "",
      "alpha's request": isListener ? request : "",
      "beta's firm": isOther ? firm : "",
      "beta's request": isOther ? request : "",
      "a request id as a firm id": "",
      "all firms": "",
      "a lobby": "",
    });
  },
);
