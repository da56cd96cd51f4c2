import { expect } from "vitest";
import { anonymous, type Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/** Makes the same queries as Realtime. */
async function probe(scene: Scene, person: Person, topic: string) {
  await scene.db.query("select set_config('realtime.topic', $1, true)", [topic]);
  const reads = async (extension: string) => {
    const sql = "insert into realtime.messages (topic, extension) values ($1, $2) returning id";
    const { rows } = await scene.db.query(sql, [topic, extension]);
    const seen = await scene
      .as(person)
      .query("select id from realtime.messages where id = $1", [rows[0].id]);
    return seen.length === 1;
  };
  const writes = (extension: string) =>
    scene
      .as(person)
      .query("insert into realtime.messages (topic, extension) values ($1, $2)", [topic, extension])
      .then(
        () => true,
        () => false,
      );
  return {
    read: await reads("broadcast"),
    presence: await reads("presence"),
    send: await writes("broadcast"),
    track: await writes("presence"),
  };
}

const nothing = { read: false, presence: false, send: false, track: false };

// S-3.33
test("staff can listen to the channels of the firm and of a request, and track their presence in a request's channel", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  for (const person of [alpha.owner, alpha.admin, alpha.member]) {
    expect(await probe(scene, person, `org:${alpha.orgId}`)).toEqual({
      read: true,
      presence: true,
      send: false,
      track: false,
    });
    expect(await probe(scene, person, `request:${alpha.requestId}`)).toEqual({
      read: true,
      presence: true,
      send: false,
      track: true,
    });
  }
});

test("contacts, strangers, owners of other firms, suspended staff and visitors receive no messages", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.contact, beta.owner, stranger, alpha.suspended, anonymous]) {
    for (const topic of [`org:${alpha.orgId}`, `request:${alpha.requestId}`]) {
      expect(await probe(scene, person, topic)).toEqual(nothing);
    }
  }
});

test("the channel of a firm that requires a second factor opens only in a session that used a factor", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set require_mfa = true");
  expect(await probe(scene, alpha.owner, `org:${alpha.orgId}`)).toEqual(nothing);
  const shown = await probe(scene, { ...alpha.owner, aal: "aal2" }, `org:${alpha.orgId}`);
  expect(shown.read).toBe(true);
});

test.for(["", "org:", "org:all", "request:1", "lobby"])(
  "a firm's owner cannot use the channel %j",
  async (topic, { scene }) => {
    expect(await probe(scene, scene.world.alpha.owner, topic)).toEqual(nothing);
  },
);

// S-7.4
test("submitting an answer broadcasts only ids and the version to the channels of the firm and the request", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from realtime.messages").catch(() => undefined);
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "Bread" },
  });
  await scene.as(alpha.contact).rpc("submit_item", { item_id: alpha.items.text });
  const { rows } = await scene.db.query(
    `select topic, event, private, payload - 'id' as payload from realtime.messages
    where payload ->> 'item_id' = $1 order by topic`,
    [alpha.items.text],
  );
  const payload = { request_id: alpha.requestId, item_id: alpha.items.text, version: 2 };
  expect(rows).toEqual([
    { topic: `org:${alpha.orgId}`, event: "changed", private: true, payload },
    { topic: `request:${alpha.requestId}`, event: "changed", private: true, payload },
  ]);
});
