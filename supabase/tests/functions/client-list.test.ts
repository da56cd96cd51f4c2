import { expect } from "vitest";
import { type Answer, refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

type Args = Partial<{
  query: string;
  in_status: string;
  page_key: string;
  page_id: string;
  backward: boolean;
  max_rows: number;
}>;

async function list(scene: Scene, args: Args = {}): Promise<Answer[]> {
  const { alpha } = scene.world;
  return scene.as(alpha.member).rows("list_clients", { org_id: alpha.orgId, ...args });
}

async function addClients(scene: Scene, names: string[]): Promise<void> {
  await scene.db.query(
    "insert into public.clients (org_id, name) select $1, name from unnest($2::text[]) name",
    [scene.world.alpha.orgId, names],
  );
}

test("a row of the client list shows the main contact, the next request and the number of undecided answers", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    "update public.requests set assignee_id = $2, title = 'VAT return' where id = $1",
    [alpha.requestId, alpha.admin.id],
  );
  expect(await list(scene)).toEqual([
    {
      id: alpha.clientId,
      name: "Alpha Client",
      ref: null,
      archived_at: null,
      contact_id: alpha.contactId,
      contact_name: "Alpha Contact",
      contact_email: alpha.contact.email,
      contact_status: "active",
      has_bounced: false,
      open_requests: 1,
      to_review: 1,
      next_request_id: alpha.requestId,
      next_title: "VAT return",
      next_due_on: expect.any(Date),
      next_progress: {
        accepted: 0,
        submitted: 1,
        partial: 0,
        returned: 0,
        open: 2,
        waived: 0,
        optional: 1,
        waiting: 1,
      },
      assignee_id: alpha.admin.id,
      assignee_name: "Alpha admin",
      assignee_avatar_path: null,
      last_activity_at: expect.any(Date),
      key: "Alpha Client",
      total: 1,
      skipped: 0,
    },
  ]);
});

test("a client's next request is the open request that is due first", async ({ scene }) => {
  const { alpha } = scene.world;
  const draft = await scene.as(alpha.member).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Payroll set-up",
    message: "",
    due_on: daysAhead(3),
    contact_ids: [alpha.contactId],
    items: [{ kind: "text", title: "First pay date" }],
  });
  expect(await list(scene)).toMatchObject([{ open_requests: 1, next_title: "Annual accounts" }]);
  await scene.as(alpha.member).rpc("send_request", { request_id: String(draft.id) });
  expect(await list(scene)).toMatchObject([{ open_requests: 2, next_title: "Payroll set-up" }]);
});

test("a client without contacts and requests is in the client list, with empty columns", async ({
  scene,
}) => {
  await addClients(scene, ["Zeta"]);
  const [, zeta] = await list(scene);
  expect(zeta).toMatchObject({
    name: "Zeta",
    contact_id: null,
    contact_email: null,
    has_bounced: false,
    open_requests: 0,
    to_review: 0,
    next_request_id: null,
    next_progress: null,
    assignee_id: null,
    last_activity_at: expect.any(Date),
  });
});

test("a client's main contact is the oldest contact that was not removed, and the client list shows a bounce of any contact", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.travel("1 minute");
  await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    name: "Ada Okafor",
    email: "ada@okafor.example",
  });
  expect(await list(scene)).toMatchObject([{ contact_name: "Alpha Contact", has_bounced: false }]);
  await scene.db.query("update public.contacts set status = 'bounced' where name = 'Ada Okafor'");
  expect(await list(scene)).toMatchObject([
    { contact_name: "Alpha Contact", contact_status: "active", has_bounced: true },
  ]);
  await scene.db.query("update public.contacts set status = 'removed' where id = $1", [
    alpha.contactId,
  ]);
  expect(await list(scene)).toMatchObject([
    { contact_name: "Ada Okafor", contact_status: "bounced" },
  ]);
});

test("a client's last activity is the latest event that a person caused, other than opening a file", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const activity = async () => (await list(scene))[0]?.last_activity_at as Date;
  const before = await activity();
  const record = (action: string, actor: string) =>
    scene.db.query(
      `select private.record_event(
        row($4, null, 'Someone')::private.actor, $1, $2, $3, 'request', $2)`,
      [alpha.orgId, alpha.requestId, action, actor],
    );
  await scene.travel("1 hour");
  await record("file.opened", "staff");
  await record("mail.sent", "system");
  expect(await activity()).toEqual(before);
  await record("item.accepted", "staff");
  expect((await activity()).getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000);
});

test("a query of the client list finds clients by name, reference, and a contact's name or email address", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await addClients(scene, ["Okafor Dental Practice", "Müller Ceramics"]);
  await scene.db.query("update public.clients set ref = 'R-77' where name like 'Okafor%'");
  await scene.db.query(
    `insert into public.contacts (org_id, client_id, name, email)
    select c.org_id, c.id, 'Jürgen Müller', 'person77@mueller.example'
    from public.clients c where c.name like 'Müller%'`,
  );
  const names = async (query: string) => (await list(scene, { query })).map((row) => row.name);
  expect(await names("dental")).toEqual(["Okafor Dental Practice"]);
  expect(await names("r-7")).toEqual(["Okafor Dental Practice"]);
  expect(await names("JURGEN")).toEqual(["Müller Ceramics"]);
  expect(await names("person77@")).toEqual(["Müller Ceramics"]);
  expect(await names("a")).toEqual(["Alpha Client", "Müller Ceramics", "Okafor Dental Practice"]);
  expect(await names("nothing like this")).toEqual([]);
  expect(await names("   ")).toHaveLength(3);
  await scene.db.query("update public.contacts set status = 'removed' where client_id <> $1", [
    alpha.clientId,
  ]);
  expect(await names("person77@")).toEqual([]);
});

test("if a query matches a contact, the client list shows that contact instead of the main contact", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    name: "Samuel Eze",
    email: "samuel@okafor.example",
  });
  expect(await list(scene, { query: "samuel" })).toMatchObject([{ contact_name: "Samuel Eze" }]);
  expect(await list(scene, { query: "alpha cl" })).toMatchObject([
    { contact_name: "Alpha Contact" },
  ]);
});

test("archived clients are only in the archived list and in the list of all clients", async ({
  scene,
}) => {
  await addClients(scene, ["Old"]);
  await scene.db.query("update public.clients set archived_at = now() where name = 'Old'");
  const names = async (in_status?: string) =>
    (await list(scene, in_status ? { in_status } : {})).map((row) => row.name);
  expect(await names()).toEqual(["Alpha Client"]);
  expect(await names("archived")).toEqual(["Old"]);
  expect(await names("all")).toEqual(["Alpha Client", "Old"]);
  expect(await refusal(list(scene, { in_status: "gone" }))).toMatchObject({
    code: "validation_failed",
    detail: { field: "in_status" },
  });
});

test("the client list accepts a query of 80 characters and refuses a query of 81", async ({
  scene,
}) => {
  expect(await list(scene, { query: "x".repeat(80) })).toEqual([]);
  expect(await refusal(list(scene, { query: "x".repeat(81) }))).toMatchObject({
    code: "validation_failed",
    detail: { field: "query", rule: "length", max: 80 },
  });
});

test.for([undefined, "client"])(
  "paging forward and back keeps the order of clients (query: %s)",
  async (query, { scene }) => {
    await addClients(
      scene,
      Array.from({ length: 24 }, (_, no) => `client ${String(no % 8)}`),
    );
    const search = query ? { query } : {};
    const all = (await list(scene, search)).map((row) => row.id);
    expect(all).toHaveLength(25);
    const seen: Answer[][] = [];
    let page = await list(scene, { ...search, max_rows: 10 });
    while (page.length > 0) {
      seen.push(page);
      const last = page.at(-1);
      page = await list(scene, {
        ...search,
        max_rows: 10,
        page_key: String(last?.key),
        page_id: String(last?.id),
      });
    }
    expect(seen.flat().map((row) => row.id)).toEqual(all);
    expect(seen.map((rows) => [rows.length, rows[0]?.skipped, rows[0]?.total])).toEqual([
      [10, 0, 25],
      [10, 10, 25],
      [5, 20, 25],
    ]);
    const first = seen[2]?.[0];
    const back = await list(scene, {
      ...search,
      max_rows: 10,
      page_key: String(first?.key),
      page_id: String(first?.id),
      backward: true,
    });
    expect(back).toEqual(seen[1]);
  },
);

test("a query with many matches lists all matches, ordered by name", async ({ scene }) => {
  await addClients(
    scene,
    Array.from({ length: 2100 }, (_, no) => `Many ${String(no).padStart(4, "0")}`),
  );
  const page = await list(scene, { query: "many" });
  expect(page.map((row) => row.name).slice(0, 3)).toEqual(["Many 0000", "Many 0001", "Many 0002"]);
  expect(page[0]).toMatchObject({ total: 2100, skipped: 0 });
  const next = await list(scene, {
    query: "many",
    page_key: String(page.at(-1)?.key),
    page_id: String(page.at(-1)?.id),
  });
  expect(next[0]).toMatchObject({ name: "Many 0050", total: 2100, skipped: 50 });
});

test("the total of a client list is capped at 10,001", async ({ scene }) => {
  await addClients(
    scene,
    Array.from({ length: 10_050 }, (_, no) => `Many ${no}`),
  );
  expect((await list(scene))[0]).toMatchObject({ total: 10_001, skipped: 0 });
});
