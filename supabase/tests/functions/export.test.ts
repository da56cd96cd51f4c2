import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import type { Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

function begin(scene: Scene, person: Person = scene.world.alpha.member) {
  return scene.as(person).rpc("begin_export", { request_id: scene.world.alpha.requestId });
}

async function decide(scene: Scene, decision: string) {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision,
    note: "Because of page two.",
  });
}

async function exportsOf({ db }: Scene): Promise<{ actor_id: string; files: number }[]> {
  const { rows } = await db.query(
    `select actor_id, (data ->> 'files')::int as files from public.events
     where action = 'request.exported' order by no`,
  );
  return rows;
}

// S-4.56, S-9.14
test("an export counts the files of a partly accepted answer but not of a submitted or returned answer, and is recorded", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const nothing = { request_id: alpha.requestId, files: 0, bytes: 0 };
  expect(await begin(scene)).toEqual(nothing);
  await decide(scene, "returned");
  expect(await begin(scene)).toEqual(nothing);
  await scene.as(alpha.member).rpc("undo_decision", { item_id: alpha.items.file });
  await decide(scene, "partial");
  expect(await begin(scene)).toEqual({ request_id: alpha.requestId, files: 1, bytes: 1000 });
  const exports = await exportsOf(scene);
  expect(exports.map(({ files }) => files)).toEqual([0, 0, 1]);
  expect(exports[0]?.actor_id).toBe(alpha.member.id);
});

test.for([
  [5000, 5000 * 1000, true],
  [5001, 5001 * 1000, false],
  [52, 52 * 104_857_600, false],
] as const)(
  "begin_export enforces the limits for %i files with %i bytes in total (allowed: %s)",
  async ([files, bytes, isAllowed], { scene }) => {
    const { alpha } = scene.world;
    await decide(scene, "accepted");
    await scene.db.query(
      `insert into public.files (org_id, request_id, item_id, submission_id, uploader_id,
      uploader_kind, name, bytes, mime, detected_mime, sha256, path, status, shared_at)
    select f.org_id, f.request_id, f.item_id, f.submission_id, f.uploader_id, f.uploader_kind,
      f.name, $2, f.mime, f.detected_mime, f.sha256, f.path || n, 'ready', f.shared_at
    from public.files f, generate_series(2, $3) n where f.id = $1`,
      [alpha.fileId, bytes / files, files],
    );
    await scene.db.query("update public.files set bytes = $2 where id = $1", [
      alpha.fileId,
      bytes / files,
    ]);
    if (isAllowed) {
      expect(await begin(scene)).toEqual({ request_id: alpha.requestId, files, bytes });
      return;
    }
    expect(await refusal(begin(scene))).toEqual({
      status: "413",
      code: "export_too_large",
      detail: { files, bytes, max_files: 5000, max_bytes: 5_368_709_120 },
    });
    expect(await exportsOf(scene)).toEqual([]);
  },
);

// S-2.28
test("an export is refused and not recorded if it would take longer than the access token is valid", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await decide(scene, "accepted");
  const withToken = (tokenSeconds: number) => begin(scene, { ...alpha.member, tokenSeconds });
  expect(await refusal(withToken(30))).toEqual({
    status: "403",
    code: "session_expired",
    detail: {},
  });
  // The token must be valid for 85 seconds: a minute, and 25 seconds for 100 MB at 4 MB a second.
  await scene.db.query("update public.files set bytes = 100000000 where id = $1", [alpha.fileId]);
  expect(await refusal(withToken(70))).toMatchObject({ code: "session_expired" });
  expect(await exportsOf(scene)).toEqual([]);
  expect(await withToken(110)).toMatchObject({ files: 1, bytes: 100_000_000 });
  expect(await exportsOf(scene)).toHaveLength(1);
});

// S-6.8
test("drafts cannot be exported, and users who are not active members get the same error as for a missing request", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  expect(
    await refusal(scene.as(alpha.member).rpc("begin_export", { request_id: alpha.draftId })),
  ).toMatchObject({ code: "invalid_transition", detail: { status: "draft" } });
  for (const person of [alpha.contact, alpha.suspended, beta.owner, stranger]) {
    expect(await refusal(begin(scene, person))).toMatchObject({ status: "404", code: "not_found" });
  }
});
