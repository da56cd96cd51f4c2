import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedProject, startProject } from "./projects.ts";

let project: StartedProject;
beforeAll(async () => {
  project = await startProject("pulled");
});
afterAll(() => project?.backend.stop());

test("starts from a dump of `supabase db pull`, and warns about extensions that only hosted Supabase has", () => {
  const name = "supabase/migrations/20250215120000_remote_schema.sql";
  expect(project.lines).toEqual(
    ["pg_graphql", "supabase_vault"].map(
      (extension) => `${name}: extension ${extension} is not supported; SQL that uses it fails`,
    ),
  );
});

test("applies owners, grants, policies, the view and the trigger of a dump, and a later migration", async () => {
  const owner = await project.person("owner@example.com");
  const made = await owner.from("tasks").insert({ title: "wash up", label: "home" }).select();
  expect(made.error).toBeNull();
  const task = made.data?.[0];
  const done = await owner.from("tasks").update({ state: "done" }).eq("id", task.id).select();
  expect(Date.parse(done.data?.[0].updated_at)).toBeGreaterThan(Date.parse(task.updated_at));
  await owner.from("tasks").insert({ title: "sleep" });
  expect((await owner.from("open_tasks").select("title")).data).toEqual([{ title: "sleep" }]);

  const other = await project.person("other@example.com");
  expect((await other.from("tasks").select()).data).toEqual([]);
  const id = (await other.auth.getUser()).data.user?.id ?? "";
  await project.service.auth.admin.updateUserById(id, { app_metadata: { staff: true } });
  await other.auth.refreshSession();
  expect((await other.from("tasks").select("title")).data).toHaveLength(2);
  const long = await owner.from("tasks").insert({ title: "x", label: "a".repeat(21) });
  expect(long.error?.code).toBe("23514");
});
