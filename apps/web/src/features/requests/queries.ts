import "server-only";
import { unwrap } from "@dossier/backend-client";
import { ITEM_COLUMNS, toItem } from "@/features/items/queries";
import type {
  Assignee,
  Recipient,
  ReminderPlan,
  Request,
  RequestPage,
  RequestRow,
  RequestStatus,
} from "@/features/requests/types";
import type { Db } from "@/lib/backend/db";
import { toContains, toFilterValue } from "@/lib/backend/filters";

export const PAGE_SIZE = 50;

const DONE: readonly string[] = ["accepted", "waived"];

function toRow(row: {
  id: string;
  title: string;
  status: string;
  due_on: string | null;
  client: { name: string };
  items: { status: string }[];
}): RequestRow {
  const count = (statuses: readonly string[]) =>
    row.items.filter((item) => statuses.includes(item.status)).length;
  return {
    id: row.id,
    title: row.title,
    status: row.status as RequestStatus,
    dueOn: row.due_on,
    clientName: row.client.name,
    itemsTotal: row.items.length,
    itemsDone: count(DONE),
    // A canceled request keeps the status `submitted` of its undecided items.
    itemsWaiting: row.status === "open" ? count(["submitted"]) : 0,
  };
}

// The query embeds `client` twice, so that a search matches its name or the title. Outer joins keep
// the order of the index and lose no rows, because every request has a client.
const ROW = "id, title, status, due_on, client:clients(name), items(status), named:clients(id)";

type ListArgs = {
  orgId: string;
  status?: RequestStatus | undefined;
  clientId?: string | undefined;
  assigneeId?: string | undefined;
  query?: string | undefined;
  dueBefore?: string | undefined;
  after?: RequestPage["next"] | undefined;
};

function orderOf({ status, dueBefore }: ListArgs): RequestPage["order"] {
  return status === "open" || dueBefore ? "due_on" : "created_at";
}

export async function listRequests(db: Db, args: ListArgs): Promise<RequestPage> {
  const order = orderOf(args);
  const ascending = order === "due_on";
  let select = db
    .from("requests")
    .select(`${ROW}, created_at`)
    .eq("org_id", args.orgId)
    .order(order, { ascending })
    .order("id", { ascending })
    .limit(PAGE_SIZE + 1);
  if (args.status) select = select.eq("status", args.status);
  if (args.clientId) select = select.eq("client_id", args.clientId);
  if (args.assigneeId) select = select.eq("assignee_id", args.assigneeId);
  if (args.query) {
    const pattern = toContains(args.query);
    select = select
      .ilike("named.name", pattern)
      .or(`title.ilike.${toFilterValue(pattern)},named.not.is.null`);
  }
  if (args.dueBefore) select = select.eq("status", "open").lt("due_on", args.dueBefore);
  if (args.after) {
    const { key, id } = args.after;
    // The first condition lets the index start at the right row. The second skips rows of the
    // previous page.
    select = ascending
      ? select.gte(order, key).or(`${order}.gt.${key},id.gt.${id}`)
      : select.lte(order, key).or(`${order}.lt.${key},id.lt.${id}`);
  }
  const rows = unwrap(await select);
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined;
  return {
    order,
    requests: rows.slice(0, PAGE_SIZE).map(toRow),
    next: last ? { key: last[order] ?? "", id: last.id } : null,
  };
}

/** Returns `null` if the caller cannot see the request. */
export async function getRequest(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<Request | null> {
  const row = unwrap(
    await db
      .from("requests")
      .select(
        `id, public_id, title, message, status, due_on, version, sent_at, closed_at, close_reason,
         assignee_id, reminders_paused,
         client:clients!inner(id, name),
         request_contacts(opened_at, contact:contacts!inner(id, name, email, status)),
         items(${ITEM_COLUMNS})`,
      )
      .eq("org_id", orgId)
      .eq("id", requestId)
      .order("position", { referencedTable: "items" })
      .maybeSingle(),
  );
  if (!row) return null;
  return {
    id: row.id,
    publicId: row.public_id,
    title: row.title,
    message: row.message,
    status: row.status as RequestStatus,
    dueOn: row.due_on,
    version: row.version,
    sentAt: row.sent_at,
    closedAt: row.closed_at,
    closeReason: row.close_reason,
    assigneeId: row.assignee_id,
    remindersPaused: row.reminders_paused,
    client: row.client,
    recipients: row.request_contacts.map(
      ({ opened_at, contact }): Recipient => ({
        contactId: contact.id,
        name: contact.name,
        email: String(contact.email),
        status: contact.status as Recipient["status"],
        openedAt: opened_at,
      }),
    ),
    items: row.items.map(toItem),
  };
}

export async function listActiveMembers(db: Db, orgId: string): Promise<Assignee[]> {
  const members = unwrap(
    await db.from("memberships").select("user_id").eq("org_id", orgId).eq("status", "active"),
  );
  const profiles = unwrap(
    await db
      .from("profiles")
      .select("user_id, name")
      .in(
        "user_id",
        members.map((member) => member.user_id),
      ),
  );
  return profiles
    .map((profile) => ({ userId: profile.user_id, name: profile.name }))
    .sort((left, right) => left.name.localeCompare(right.name));
}

/** Lists the members who can be assigned. Adds the users in `assigned` with their standing. */
export async function listAssignees(
  db: Db,
  { orgId, assigned }: { orgId: string; assigned: readonly (string | null)[] },
): Promise<Assignee[]> {
  const active = await listActiveMembers(db, orgId);
  const known = new Set(active.map(({ userId }) => userId));
  const others = assigned.filter((id) => id !== null && id !== "" && !known.has(id)) as string[];
  if (others.length === 0) return active;
  const [members, profiles] = await Promise.all([
    db.from("memberships").select("user_id, status").eq("org_id", orgId).in("user_id", others),
    db.from("profiles").select("user_id, name").in("user_id", others),
  ]);
  const names = new Map(unwrap(profiles).map(({ user_id, name }) => [user_id, name]));
  const suspended = new Set(
    unwrap(members).flatMap(({ user_id, status }) => (status === "suspended" ? [user_id] : [])),
  );
  const away = [...new Set(others)].map(
    (userId): Assignee => ({
      userId,
      name: names.get(userId) ?? "",
      standing: suspended.has(userId) ? "suspended" : "removed",
    }),
  );
  return [...active, ...away];
}

const MANUAL_PAUSE_MS = 24 * 60 * 60 * 1000;

export async function getReminderPlan(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<ReminderPlan> {
  const reminders = () =>
    db.from("reminders").select("due_at").eq("org_id", orgId).eq("request_id", requestId).limit(1);
  const [next, manual] = await Promise.all([
    reminders().eq("status", "scheduled").order("due_at"),
    reminders().eq("manual", true).order("due_at", { ascending: false }),
  ]);
  const last = unwrap(manual)[0]?.due_at;
  const from = last ? Date.parse(last) + MANUAL_PAUSE_MS : 0;
  return {
    nextAt: unwrap(next)[0]?.due_at ?? null,
    manualFrom: from > Date.now() ? new Date(from).toISOString() : null,
  };
}
