import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { Actor, refusal } from "../harness/actor.ts";
import { endSession } from "../harness/cast.ts";
import type { Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

type Signature = { name: string; args: string[]; types: string[] };

/** These functions return false or no rows instead of an error. */
const ANSWERS: Readonly<Record<string, unknown[]>> = {
  had_request_access: [{ had_request_access: false }],
  is_factor_due: [{ is_factor_due: false }],
  is_session_live: [{ is_session_live: false }],
  list_my_email_stops: [],
  list_my_requests: [],
  list_ready_items: [],
  list_request_staff: [],
};
const NOT_FOUND: ReadonlySet<string> = new Set(["opt_in"]);

async function listFunctions({ db }: Scene): Promise<Signature[]> {
  const { rows } = await db.query<Signature>(
    `select p.proname as name,
      coalesce(p.proargnames[1:p.pronargs], '{}') as args,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality a(t, no)
        order by no) as types
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not has_function_privilege('anon', p.oid, 'execute')
    order by 1`,
  );
  return rows;
}

/** Returns an argument for a parameter. If possible, ids belong to rows that the owner can see. */
function argument({ world: { alpha } }: Scene, name: string, type: string): unknown {
  const known: Record<string, unknown> = {
    org_id: alpha.orgId,
    request_id: alpha.requestId,
    item_id: alpha.items.text,
    client_id: alpha.clientId,
    contact_id: alpha.contactId,
    file_id: alpha.fileId,
    user_id: alpha.member.id,
    public_id: alpha.publicId,
  };
  if (name in known) return known[name];
  if (type === "uuid") return alpha.requestId;
  if (type === "integer" || type === "bigint") return 1;
  if (type === "boolean") return false;
  if (type === "jsonb") return "[]";
  if (type === "date") return "2030-01-01";
  return type.endsWith("[]") ? [] : "x";
}

async function call(scene: Scene, person: Person, { name, args, types }: Signature) {
  const list = args.map((arg, index) => `"${arg}" => $${index + 1}::${types[index]}`).join(", ");
  const values = args.map((arg, index) => argument(scene, arg, types[index] ?? ""));
  return scene.as(person).query(`select * from public.${name}(${list})`, values);
}

for (const role of ["owner", "contact"] as const) {
  // S-8.25
  test(`every function for signed-in users returns an error, false or no rows to the ${role} after the session has ended`, async ({
    scene,
  }) => {
    const person = endSession(scene.world.alpha[role]);
    const functions = await listFunctions(scene);
    expect(functions.length).toBeGreaterThan(50);
    for (const signature of functions) {
      const { name } = signature;
      const answer = ANSWERS[name];
      if (answer) expect(await call(scene, person, signature), name).toEqual(answer);
      else {
        expect(await refusal(call(scene, person, signature)), name).toMatchObject(
          NOT_FOUND.has(name)
            ? { status: "404", code: "not_found" }
            : { status: "403", code: "session_ended" },
        );
      }
    }
  });
}

test("signing out another device ends only the session of that device", async ({ scene }) => {
  const { owner, orgId } = scene.world.alpha;
  const other = endSession(owner);
  await scene.db.query(
    "insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal1')",
    [other.sessionId, owner.id],
  );
  expect(await scene.as(other).see("public.orgs")).toContain(orgId);
  await scene.db.query("delete from auth.sessions where id = $1", [other.sessionId]);
  expect(await scene.as(other).see("public.orgs")).toEqual([]);
  expect(await scene.as(owner).see("public.orgs")).toContain(orgId);
});

test("a session id is valid only for the session's own user", async ({ scene }) => {
  const { owner, member } = scene.world.alpha;
  const borrowed = { ...member, sessionId: owner.sessionId };
  expect(await scene.as(borrowed).rpc("is_session_live", {} as never)).toBe(false);
  expect(await scene.as(member).rpc("is_session_live", {} as never)).toBe(true);
});

test("a token without a session id gives access only on a connection of the database owner", async ({
  scene,
}) => {
  const { owner, orgId } = scene.world.alpha;
  const nameless = { ...owner, sessionId: "" };
  expect(await scene.as(nameless).see("public.orgs")).toContain(orgId);
  const password = randomUUID();
  const admin = new pg.Client({ connectionString: inject("databaseUrl") });
  const url = new URL(inject("databaseUrl"));
  [url.username, url.password] = ["nameless_probe", password];
  const caller = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query(`create role nameless_probe login password '${password}'`);
    await admin.query(
      "select local_backend.change_membership(true, '{authenticated}', '{nameless_probe}')",
    );
    await caller.connect();
    await caller.query("begin");
    const actor = new Actor(caller, nameless);
    expect(await actor.see("public.orgs")).toEqual([]);
    expect(await new Actor(caller, owner).see("public.orgs")).toContain(orgId);
  } finally {
    await caller.end();
    await admin.query("drop role if exists nameless_probe");
    await admin.end();
  }
});
