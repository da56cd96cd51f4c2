import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

/** Slow to normalize, because each letter has a separate accent. */
const HUGE = "e\u0301".repeat(2_000_000);

test("a text far above its limit is refused before it is normalized or searched", async ({
  scene,
}) => {
  const call = (sql: string) => scene.db.query(sql, [HUGE]).then(() => "taken", refusalOf);
  await scene.db.query("savepoint huge");
  const refusalOf = async (error: { code?: string; message?: string; detail?: string }) => {
    await scene.db.query("rollback to savepoint huge");
    return { code: error.code, message: error.message, detail: JSON.parse(error.detail ?? "{}") };
  };
  const tooLong = (field: string, min: number, max: number) => ({
    code: "PT422",
    message: "validation_failed",
    detail: { field, rule: "length", min, max },
  });
  expect(await call("select private.clean_text($1, 'answer', 0, 4000)")).toEqual(
    tooLong("answer", 0, 4000),
  );
  expect(await call("select private.clean_line($1, 'title', 3, 120)")).toEqual(
    tooLong("title", 3, 120),
  );
  expect(await call("select private.clean_email($1, 'email')")).toEqual(tooLong("email", 3, 254));
  expect(await call("select private.clean_file_name($1)")).toEqual(tooLong("name", 1, 200));
  // The function checks the length before it removes white space.
  await scene.db.query("savepoint padded");
  const padded = scene.db.query("select private.clean_line($1, 'title', 3, 120)", [
    `${" ".repeat(1_000_000)}abc`,
  ]);
  await expect(padded).rejects.toMatchObject({ code: "PT422" });
  await scene.db.query("rollback to savepoint padded");
  expect(await call("select private.clean_time_zone($1)")).toMatchObject({ code: "PT422" });
  expect(await call("select private.clean_slug($1)")).toMatchObject({ code: "PT422" });
});

test("a text is accepted if its normalized form is within the limit", async ({ scene }) => {
  const longest = "e\u0301".repeat(4000);
  const { rows } = await scene.db.query(
    "select private.clean_text($1, 'answer', 0, 4000) as text",
    [longest],
  );
  expect(rows[0].text).toBe("é".repeat(4000));
  const emoji = "👩‍👩‍👧‍👦".repeat(500);
  const kept = await scene.db.query("select private.clean_text($1, 'note', 0, 4000) as text", [
    `\n${emoji}  `,
  ]);
  expect(kept.rows[0].text).toBe(emoji);
});

test("an answer with 100,000 choices is refused as too long", async ({ scene }) => {
  const { alpha } = scene.world;
  const choices = Array.from({ length: 100_000 }, (_, no) => `choice ${no}`);
  const call = scene
    .as(alpha.contact)
    .rpc("save_answer", { item_id: alpha.items.choice, answer: { choices } });
  expect(await refusal(call)).toMatchObject({
    status: "422",
    detail: { field: "answer", rule: "length" },
  });
});
