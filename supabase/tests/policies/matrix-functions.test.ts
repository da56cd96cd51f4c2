import { expect } from "vitest";
import { type Actor, type Answer, type FunctionName, refusal } from "../harness/actor.ts";
import { CAST, ENDED, type Part, play } from "../harness/cast.ts";
import { type Scene, test } from "../harness/test.ts";
import type { World } from "../harness/world.ts";

// Tries every function as every kind of person, unless another file tests the function.

const STAFF: readonly Part[] = ["owner", "admin", "member", "owner with the required factor"];
const MANAGERS: readonly Part[] = ["owner", "admin", "owner with the required factor"];
/** These callers have no user id, so only the grants of database roles prevent their calls. */
const KEYLESS: readonly Part[] = ["visitor", "service key"];

interface Call {
  people: readonly Part[];
  call: (actor: Actor, world: World) => Promise<Answer | Answer[]>;
}

const REFUSING: Partial<Record<FunctionName, Call>> = {
  count_inbox: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rpc("count_inbox", { org_id: alpha.orgId }),
  },
  count_work: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rows("count_work", { org_id: alpha.orgId }),
  },
  get_inbox_side: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rpc("get_inbox_side", { org_id: alpha.orgId }),
  },
  list_clients: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rows("list_clients", { org_id: alpha.orgId }),
  },
  list_inbox: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rows("list_inbox", { org_id: alpha.orgId }),
  },
  list_requests: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rows("list_requests", { org_id: alpha.orgId }),
  },
  search_org: {
    people: STAFF,
    call: (actor, { alpha }) => actor.rows("search_org", { org_id: alpha.orgId, query: "alpha" }),
  },
  get_setup: {
    people: MANAGERS,
    call: (actor, { alpha }) => actor.rpc("get_setup", { org_id: alpha.orgId }),
  },
  dismiss_setup: {
    people: MANAGERS,
    call: (actor, { alpha }) => actor.rpc("dismiss_setup", { org_id: alpha.orgId }),
  },
  update_logo: {
    people: MANAGERS,
    call: (actor, { alpha }) => actor.rpc("update_logo", { org_id: alpha.orgId }),
  },
  update_brand: {
    people: MANAGERS,
    call: (actor, { alpha }) =>
      actor.rpc("update_brand", { org_id: alpha.orgId, brand_color: "#0d5f66" }),
  },
};

/** Tested in tests/functions. */
const ELSEWHERE: readonly string[] = [
  "accept_invitation",
  "add_recipient",
  "add_recipients",
  "archive_client",
  "archive_request",
  "archive_template",
  "begin_export",
  "begin_upload",
  "cancel_request",
  "change_role",
  "check_factor_reset",
  "close_account",
  "complete_request",
  "create_invitation",
  "create_org",
  "delete_draft",
  "delete_org",
  "finish_upload",
  "get_email_budget",
  "get_invitation",
  "get_opt_out",
  "get_public_request",
  "get_request_end",
  "had_request_access",
  "import_clients",
  "is_factor_due",
  "is_session_live",
  "list_audit_people",
  "list_my_email_stops",
  "list_my_requests",
  "list_names_to_change",
  "list_ready_item_ids",
  "list_ready_items",
  "list_request_staff",
  "list_staff",
  "move_item",
  "open_file",
  "open_request",
  "opt_in",
  "reinvite_contact",
  "remind_contacts",
  "remove_contact",
  "remove_file",
  "remove_item",
  "remove_member",
  "remove_recipient",
  "reopen_request",
  "resend_invitation",
  "restore_member",
  "restore_request",
  "review_item",
  "revoke_invitation",
  "save_answer",
  "save_client",
  "save_contact",
  "save_draft",
  "save_item",
  "save_template",
  "send_request",
  "set_opt_out",
  "set_reminder_policy",
  "set_require_mfa",
  "set_retention",
  "submit_item",
  "suspend_member",
  "undo_decision",
  "update_org",
  "update_request",
  "verify_audit",
  "waive_item",
  "withdraw_item",
];

test("the permission matrix lists every function that users can call", async ({ scene }) => {
  const { rows } = await scene.db.query<{ name: string }>(
    `select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', p.oid, 'execute')`,
  );
  const named = [...Object.keys(REFUSING), ...ELSEWHERE];
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
});

function expected(part: Part, people: readonly Part[]): string {
  if (people.includes(part)) return "answer";
  if (KEYLESS.includes(part)) return "42501";
  if (ENDED.has(part)) return "403 session_ended";
  const [role, factor] = part.split(" without ");
  return factor && people.includes(role as Part) ? "403 insufficient_aal" : "404 not_found";
}

async function outcome(scene: Scene, part: Part, { call }: Call): Promise<string> {
  const person = await play(scene, part);
  const answer = call(scene.as(person), scene.world);
  const isAnswered = await answer.then(
    () => true,
    () => false,
  );
  if (isAnswered) return "answer";
  const { status, code } = await refusal(answer);
  return status === "42501" ? status : `${status} ${code}`;
}

for (const [name, call] of Object.entries(REFUSING)) {
  test.for(CAST)(
    `${name}: accepts a call by %s only if the permission matrix allows it`,
    async (part, { scene }) => {
      expect(await outcome(scene, part, call)).toBe(expected(part, call.people));
    },
  );
}

test.for([
  "count_work",
  "get_inbox_side",
  "list_clients",
  "list_inbox",
  "list_requests",
  "search_org",
] as const)("%s returns no data of other firms", async (name, { scene }) => {
  const { alpha, beta } = scene.world;
  const call = REFUSING[name];
  const before = JSON.stringify(await call?.call(scene.as(alpha.owner), scene.world));
  const secrets = [beta.orgId, beta.clientId, beta.contactId, beta.requestId, "Beta"];
  expect(secrets.filter((secret) => before.includes(secret))).toEqual([]);
  await scene.db.query("update public.requests set assignee_id = $1", [alpha.owner.id]);
  await scene.db.query(
    "update public.contacts set status = 'bounced', name = 'Alpha' where org_id = $1",
    [beta.orgId],
  );
  const after = JSON.stringify(await call?.call(scene.as(alpha.owner), scene.world));
  expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
});
