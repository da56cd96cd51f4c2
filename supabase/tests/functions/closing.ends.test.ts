import { expect } from "vitest";
import { type Scene, test } from "../harness/test.ts";

const REASON = "The company was sold.";
const NOTHING = { reason: null, drafts: [] };

const endFor = ({ world, as }: Scene, person = world.alpha.contact) =>
  as(person).rpc("get_request_end", { public_id: world.alpha.publicId });

async function cancelWithDraft({ world: { alpha }, as }: Scene): Promise<void> {
  await as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "We bake bread." },
    client_note: "Since 1987.",
  });
  await as(alpha.owner).rpc("cancel_request", { request_id: alpha.requestId, reason: REASON });
}

test("a recipient of a cancelled request can read the reason and which items were not sent", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await endFor(scene)).toEqual(NOTHING);
  await cancelWithDraft(scene);
  expect(await endFor(scene)).toEqual({
    reason: REASON,
    drafts: [
      {
        item_id: alpha.items.text,
        title: "Business activity",
        answer: "We bake bread.",
        note: "Since 1987.",
      },
    ],
  });
});

test("users who are not recipients cannot see how a request ended", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  await cancelWithDraft(scene);
  const passwordOnly = { ...alpha.contact, methods: { password: 5 } };
  for (const person of [alpha.member, beta.owner, beta.contact, stranger, passwordOnly]) {
    expect(await endFor(scene, person)).toEqual(NOTHING);
  }
});

test("the link of a deleted firm's request says that the firm is deleted", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set deleted_at = now() where id = $1", [alpha.orgId]);
  expect(
    await scene.as(alpha.contact).rpc("get_public_request", { public_id: alpha.publicId }),
  ).toMatchObject({ firm: "Alpha", state: "firm_deleted" });
});
