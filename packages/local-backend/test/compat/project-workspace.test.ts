import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedProject, startProject } from "./projects.ts";

let project: StartedProject;
beforeAll(async () => {
  project = await startProject("workspace");
});
afterAll(() => project?.backend.stop());

test("logs no warning when it starts a project with Auth triggers and a view", () => {
  expect(project.lines).toEqual([]);
});

test("a trigger creates a profile for each new user, and moddatetime sets the profile's update time", async () => {
  const client = await project.person("mia@example.com");
  const id = (await client.auth.getUser()).data.user?.id ?? "";
  const mine = client.from("profiles").select("full_name, handle, created_at, updated_at");
  expect((await mine.eq("id", id).single()).data).toMatchObject({ full_name: "mia", handle: null });
  const changed = await client.from("profiles").update({ handle: "Mia_1" }).eq("id", id).select();
  expect(changed.data?.[0]).toMatchObject({ handle: "Mia_1" });
  expect(Date.parse(changed.data?.[0].updated_at)).toBeGreaterThan(
    Date.parse(changed.data?.[0].created_at),
  );
  const short = await client.from("profiles").update({ handle: "a" }).eq("id", id);
  expect(short.error?.code).toBe("23514");
  const tom = await project.person("tom@example.com");
  const tomId = (await tom.auth.getUser()).data.user?.id ?? "";
  const taken = await tom.from("profiles").update({ handle: "MIA_1" }).eq("id", tomId);
  expect(taken.error?.code).toBe("23505");
});

test("runs the trigger on auth.users for users that an SQL seed inserts, and lets them sign in", async () => {
  const client = await project.person("user1@example.com", { isKnown: true });
  const { data } = await client.from("workspaces").select("name, slug, memberships(role)");
  expect(data).toEqual([
    { name: "Seeded & Co.", slug: "seeded-co", memberships: [{ role: "owner" }] },
  ]);
  const profiles = await client.from("profiles").select("full_name").like("full_name", "User _");
  expect(profiles.data).toHaveLength(3);
});

test("applies policies that call a security definer function, without recursion", async () => {
  const owner = await project.person("owner@example.com");
  const made = await owner.rpc("create_workspace", { name: "North" }).single();
  expect(made.data).toMatchObject({ name: "North", slug: "north" });
  const { id } = made.data as { id: string };
  const stranger = await project.person("stranger@example.com");
  expect((await stranger.from("workspaces").select().eq("id", id)).data).toEqual([]);
  const invited = (await stranger.auth.getUser()).data.user?.id;
  const invite = { workspace_id: id, user_id: invited, role: "member" };
  expect((await stranger.from("memberships").insert(invite)).error?.code).toBe("42501");
  expect((await owner.from("memberships").insert(invite)).error).toBeNull();
  expect((await stranger.from("workspaces").select("name").eq("id", id)).data).toEqual([
    { name: "North" },
  ]);
  const wrong = await owner.from("memberships").insert({ ...invite, role: "king" });
  expect(wrong.error?.code).toBe("22P02");
  expect((await project.guest.rpc("create_workspace", { name: "x" })).error?.code).toBe("42501");
});

test("shows each caller their own rows in a view of another exposed schema, and refuses a schema that is not exposed", async () => {
  const first = await project.person("user1@example.com", { isKnown: true });
  const reporting = first.schema("reporting").from("members_per_workspace");
  expect((await reporting.select("name, members")).data).toEqual([
    { name: "Seeded & Co.", members: 1 },
  ]);
  const second = await project.person("user2@example.com", { isKnown: true });
  const none = await second.schema("reporting").from("members_per_workspace").select();
  expect(none.data).toEqual([]);
  const hidden = await first.schema("private").rpc("has_role", {});
  expect(hidden.error?.code).toBe("PGRST106");
});

test("limits a REST response to max_rows rows", async () => {
  const { data } = await project.service.auth.admin.listUsers({ perPage: 1 });
  const created_by = data.users[0]?.id;
  const rows = Array.from({ length: 60 }, (_, index) => ({ name: `Row ${index}`, created_by }));
  expect((await project.service.from("workspaces").insert(rows)).error).toBeNull();
  expect((await project.service.from("workspaces").select("id")).data).toHaveLength(50);
});

test("applies storage policies by folder name in a public and in a private bucket", async () => {
  const mine = await project.person("files@example.com");
  const id = (await mine.auth.getUser()).data.user?.id;
  const avatars = mine.storage.from("avatars");
  const png = { contentType: "image/png" };
  expect((await avatars.upload(`${id}/a.png`, "png", png)).error).toBeNull();
  expect((await avatars.upload("other/a.png", "png", png)).error).toMatchObject({
    statusCode: "403",
  });
  const shown = await fetch(avatars.getPublicUrl(`${id}/a.png`).data.publicUrl);
  expect(await shown.text()).toBe("png");

  const made = await mine.rpc("create_workspace", { name: "Files" }).single<{ id: string }>();
  const path = `${made.data?.id}/plan.txt`;
  const files = mine.storage.from("workspace-files");
  expect((await files.upload(path, "plan", { contentType: "text/plain" })).error).toBeNull();
  const guest = await project.guest.storage.from("workspace-files").download(path);
  expect(guest.error).not.toBeNull();
  expect(await (await files.download(path)).data?.text()).toBe("plan");
});
