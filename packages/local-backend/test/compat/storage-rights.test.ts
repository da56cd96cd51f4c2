import { createClient } from "@supabase/supabase-js";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { openScene, type Scene, TEXT } from "./storage-scene.ts";

const COMMANDS = { s: "select", i: "insert", u: "update", d: "delete" } as const;
type Letter = keyof typeof COMMANDS;
const LETTERS = Object.keys(COMMANDS) as Letter[];

/**
 * All combinations of rights. Each has its own bucket, which grants exactly these rights to
 * signed-in users.
 */
const GRANTS = Array.from({ length: 2 ** LETTERS.length }, (_, bits) =>
  LETTERS.filter((_letter, index) => bits & (1 << index)),
);
const bucketOf = (letters: readonly Letter[]) => `grants-${letters.join("")}`;

let scene: Scene;
let token: string;

beforeAll(async () => {
  scene = await openScene();
  token = await tokenOf(scene.backend, MIA);
  for (const letters of GRANTS) {
    await scene.service.storage.createBucket(bucketOf(letters));
  }
  for (const letter of LETTERS) {
    const names = GRANTS.filter((letters) => letters.includes(letter)).map(bucketOf);
    const admitted = `bucket_id in (${names.map((name) => `'${name}'`).join(", ")})`;
    const clause = letter === "i" ? `with check (${admitted})` : `using (${admitted})`;
    await scene.database.query(
      `create policy "grants ${letter}" on storage.objects for ${COMMANDS[letter]}
         to authenticated ${clause}`,
    );
  }
});

afterAll(() => scene.close());

type Outcome = "done" | "nothing" | string;
const outcomeOf = ({ error }: { error: unknown }): Outcome =>
  error === null ? "done" : ((error as { code?: string }).code ?? "unknown");

function sendResumable(bucket: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const running = new Upload(Buffer.from("resumable"), {
      endpoint: scene.url("/upload/resumable"),
      retryDelays: null,
      headers: { authorization: `Bearer ${token}`, apikey: scene.backend.keys.publishable },
      metadata: { bucketName: bucket, objectName: "tus.txt", contentType: "text/plain" },
      onSuccess: () => resolve("done"),
      onError: (error) => resolve(/response code: (\d+)/.exec(error.message)?.[1] ?? "unknown"),
    });
    running.start();
  });
}

interface Case {
  needs: Letter[];
  /** Maps a right to the error for a caller who has every other right. */
  refusals: Partial<Record<Letter, Outcome>>;
  run(bucket: string): Promise<Outcome>;
}

const from = (bucket: string) => scene.mia.storage.from(bucket);

const CASES: Record<string, Case> = {
  upload: {
    needs: ["i"],
    refusals: { i: "AccessDenied" },
    run: async (bucket) => outcomeOf(await from(bucket).upload("new.txt", "x", TEXT)),
  },
  "upload in place of another": {
    needs: ["s", "i", "u"],
    refusals: { s: "AccessDenied", i: "AccessDenied", u: "AccessDenied" },
    run: async (bucket) =>
      outcomeOf(await from(bucket).upload("old.txt", "x", { ...TEXT, upsert: true })),
  },
  "upload link": {
    needs: ["i"],
    refusals: { i: "AccessDenied" },
    run: async (bucket) => outcomeOf(await from(bucket).createSignedUploadUrl("new.txt")),
  },
  "resumable upload": { needs: ["i"], refusals: { i: "403" }, run: sendResumable },
  read: {
    needs: ["s"],
    refusals: { s: "NoSuchKey" },
    run: async (bucket) => outcomeOf(await from(bucket).info("old.txt")),
  },
  list: {
    needs: ["s"],
    refusals: { s: "nothing" },
    run: async (bucket) => ((await from(bucket).list()).data?.length ? "done" : "nothing"),
  },
  "list in pages": {
    needs: ["s"],
    refusals: { s: "nothing" },
    run: async (bucket) =>
      (await from(bucket).listV2()).data?.objects.length ? "done" : "nothing",
  },
  sign: {
    needs: ["s"],
    refusals: { s: "NoSuchKey" },
    run: async (bucket) => outcomeOf(await from(bucket).createSignedUrl("old.txt", 60)),
  },
  copy: {
    needs: ["s", "i"],
    refusals: { s: "NoSuchKey", i: "AccessDenied" },
    run: async (bucket) => outcomeOf(await from(bucket).copy("old.txt", "copied.txt")),
  },
  move: {
    needs: ["s", "u"],
    refusals: { s: "NoSuchKey", u: "NoSuchKey" },
    run: async (bucket) => outcomeOf(await from(bucket).move("old.txt", "moved.txt")),
  },
  remove: {
    needs: ["s", "d"],
    refusals: { s: "nothing", d: "nothing" },
    run: async (bucket) =>
      (await from(bucket).remove(["old.txt"])).data?.length ? "done" : "nothing",
  },
};

test.each(Object.entries(CASES))(
  "requires exactly the documented permissions for %s",
  async (_name, { needs, refusals, run }) => {
    const outcomes = await Promise.all(
      GRANTS.map(async (letters) => {
        const bucket = bucketOf(letters);
        await scene.service.storage.emptyBucket(bucket);
        await scene.service.storage.from(bucket).upload("old.txt", "old", TEXT);
        return { letters, outcome: await run(bucket) };
      }),
    );
    for (const { letters, outcome } of outcomes) {
      const isEnough = needs.every((letter) => letters.includes(letter));
      expect(outcome === "done", `${letters.join("")}: ${outcome}`).toBe(isEnough);
    }
    for (const [missing, refusal] of Object.entries(refusals)) {
      const rest = LETTERS.filter((letter) => letter !== missing).join("");
      const found = outcomes.find(({ letters }) => letters.join("") === rest);
      expect(found?.outcome, `all but ${missing}`).toBe(refusal);
    }
  },
);

test("keeps the existing object after a refused upload", async () => {
  const bucket = bucketOf(["s", "i"]);
  await scene.service.storage.emptyBucket(bucket);
  await scene.service.storage.from(bucket).upload("old.txt", "old", TEXT);
  const form = await from(bucket).upload("old.txt", new Blob(["x"], { type: "text/plain" }), {
    upsert: true,
  });
  expect(outcomeOf(form)).toBe("AccessDenied");
  expect(outcomeOf(await from(bucket).update("old.txt", "x", TEXT))).toBe("AccessDenied");
  const { data } = await scene.service.storage.from(bucket).download("old.txt");
  expect(await data?.text()).toBe("old");
});

test("passes the owner and type of each kind of upload, and the owner of an upload link, to policies", async () => {
  await scene.service.storage.createBucket("owned");
  await scene.database.query(`
    create policy "owners only" on storage.objects for insert to anon, authenticated
      with check (bucket_id = 'owned' and owner_id = (select auth.uid())::text
        and owner = (select auth.uid())
        and (storage.operation() = 'storage.object.sign_upload_url'
          or metadata ->> 'mimetype' = 'text/plain'))
  `);
  const owned = scene.mia.storage.from("owned");
  expect(outcomeOf(await owned.upload("raw.txt", "x", TEXT))).toBe("done");
  const form = new Blob(["x"], { type: "text/plain" });
  expect(outcomeOf(await owned.upload("form.txt", form))).toBe("done");
  expect(outcomeOf(await owned.upload("a.pdf", "x", { contentType: "application/pdf" }))).toBe(
    "AccessDenied",
  );
  expect(await sendResumable("owned")).toBe("done");
  expect(outcomeOf(await owned.createSignedUploadUrl("link.txt"))).toBe("done");
  const anonymous = scene.anonymous.storage.from("owned");
  expect(outcomeOf(await anonymous.upload("nobody.txt", "x", TEXT))).toBe("AccessDenied");
  const { rows } = await scene.database.query(
    "select distinct owner_id, owner::text from storage.objects where bucket_id = 'owned'",
  );
  expect(rows).toEqual([{ owner_id: MIA, owner: MIA }]);
});

test("applies the rights of a project's custom role if authenticator may switch to that role", async () => {
  await scene.database.query(`
    create role manager noinherit;
    create role outsider;
    grant usage on schema storage to manager, outsider;
    grant all on storage.objects, storage.buckets to manager, outsider;
    grant manager to authenticator;
    create policy "managers" on storage.objects for all to manager, outsider
      using (bucket_id = 'owned') with check (bucket_id = 'owned')`);
  await scene.service.storage.createBucket("owned");
  const as = async (role: string) => {
    const accessToken = await tokenOf(scene.backend, MIA, { claims: { role } });
    return createClient(scene.backend.urls.api, scene.backend.keys.publishable, {
      accessToken: async () => accessToken,
    }).storage.from("owned");
  };
  expect(outcomeOf(await (await as("manager")).upload("m.txt", "x", TEXT))).toBe("done");
  expect((await (await as("manager")).list()).data?.map(({ name }) => name)).toContain("m.txt");
  for (const role of ["outsider", "postgres", "supabase_admin"]) {
    expect(outcomeOf(await (await as(role)).upload("o.txt", "x", TEXT)), role).toBe("AccessDenied");
  }
  expect(outcomeOf(await (await as("nobody")).upload("o.txt", "x", TEXT))).toBe("DatabaseError");
});

test("Storage treats a caller whose token has no role as anon", async () => {
  const bare = await tokenOf(scene.backend, MIA, { claims: { role: undefined } });
  const client = createClient(scene.backend.urls.api, scene.backend.keys.publishable, {
    accessToken: async () => bare,
  });
  await scene.service.storage.createBucket("visited");
  await scene.database.query(`
    create policy "visitors" on storage.objects for insert to anon
      with check (bucket_id = 'visited' and auth.role() = 'anon')`);
  expect(outcomeOf(await client.storage.from("visited").upload("a.txt", "x", TEXT))).toBe("done");
  expect(outcomeOf(await client.storage.from("grants-i").upload("a.txt", "x", TEXT))).toBe(
    "AccessDenied",
  );
});
