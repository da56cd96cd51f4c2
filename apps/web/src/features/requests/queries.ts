import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { ListProgress } from "@/components/ui/segments";
import { ITEM_COLUMNS, toItem } from "@/features/items/queries";
import type { StaffPerson } from "@/features/items/types";
import type {
  Assignee,
  ReminderPlan,
  Request,
  RequestContact,
  RequestFilter,
  RequestRow,
  RequestStatus,
} from "@/features/requests/types";
import type { Db } from "@/lib/backend/db";
import { imageUrl } from "@/lib/backend/image-url";
import { type ListPage, type ListPlace, placeArgs, toListPage } from "@/lib/backend/list-page";
import { toAssignee } from "@/lib/backend/person";
import { DAY_MS } from "@/lib/format/durations";

type ListArgs = {
  orgId: string;
  status?: RequestFilter | undefined;
  clientId?: string | undefined;
  assigneeId?: string | undefined;
  query?: string | undefined;
  place?: ListPlace | undefined;
};

export async function listRequests(db: Db, args: ListArgs): Promise<ListPage<RequestRow>> {
  const rows = unwrap(
    await db.rpc("list_requests", {
      org_id: args.orgId,
      ...(args.status ? { in_status: args.status } : {}),
      ...(args.clientId ? { of_client: args.clientId } : {}),
      ...(args.assigneeId ? { of_assignee: args.assigneeId } : {}),
      ...(args.query ? { query: args.query } : {}),
      ...placeArgs(args.place),
    }),
  );
  return toListPage(rows, (row) => ({
    id: row.id,
    title: row.title,
    status: row.status as RequestStatus,
    dueOn: row.due_on,
    client: { id: row.client_id, name: row.client_name },
    progress: row.progress as ListProgress,
    assignee: toAssignee(row),
    lastActivityAt: row.last_activity_at,
  }));
}

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
         request_contacts(opened_at, contact:contacts!inner(id, user_id, name, email, status)),
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
    contacts: row.request_contacts.map(
      ({ opened_at, contact }): RequestContact => ({
        contactId: contact.id,
        userId: contact.user_id,
        name: contact.name,
        email: String(contact.email),
        status: contact.status as RequestContact["status"],
        openedAt: opened_at,
      }),
    ),
    items: row.items.map(toItem),
  };
}

export async function listAnsweredItemIds(db: Db, requestId: string): Promise<ReadonlySet<string>> {
  const rows = unwrap(
    await db
      .from("items")
      .select("id, submissions!inner(item_id)")
      .eq("request_id", requestId)
      .neq("submissions.status", "draft")
      .limit(1, { referencedTable: "submissions" }),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the member who first sent the request, with the name and picture that contacts see.
 * Returns null for a draft.
 */
export async function getRequestSender(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<StaffPerson | null> {
  const [sent] = unwrap(
    await db
      .from("events")
      .select("actor_id")
      .eq("org_id", orgId)
      .eq("request_id", requestId)
      .eq("action", "request.sent")
      .order("id")
      .limit(1),
  );
  if (!sent?.actor_id) return null;
  const profile = unwrap(
    await db
      .from("profiles")
      .select("name, avatar_path")
      .eq("user_id", sent.actor_id)
      .maybeSingle(),
  );
  return {
    userId: sent.actor_id,
    name: profile?.name || null,
    imageUrl: profile?.avatar_path ? imageUrl(profile.avatar_path) : null,
  };
}

export async function listActiveMembers(db: Db, orgId: string): Promise<Assignee[]> {
  const members = unwrap(
    await db.from("memberships").select("user_id").eq("org_id", orgId).eq("status", "active"),
  );
  const profiles = unwrap(
    await db
      .from("profiles")
      .select("user_id, name, avatar_path")
      .in(
        "user_id",
        members.map((member) => member.user_id),
      ),
  );
  return profiles
    .map((profile) => ({
      userId: profile.user_id,
      name: profile.name,
      imageUrl: profile.avatar_path ? imageUrl(profile.avatar_path) : null,
    }))
    .sort((left, right) => left.name.localeCompare(right.name, "en"));
}

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
    db.from("profiles").select("user_id, name, avatar_path").in("user_id", others),
  ]);
  const profileOf = new Map(unwrap(profiles).map((profile) => [profile.user_id, profile]));
  const suspended = new Set(
    unwrap(members).flatMap(({ user_id, status }) => (status === "suspended" ? [user_id] : [])),
  );
  const away = [...new Set(others)].map((userId): Assignee => {
    const { name = "", avatar_path: path } = profileOf.get(userId) ?? {};
    return {
      userId,
      name,
      imageUrl: path ? imageUrl(path) : null,
      status: suspended.has(userId) ? "suspended" : "removed",
    };
  });
  return [...active, ...away];
}

const MANUAL_PAUSE_MS = DAY_MS;

export async function getLastReminderAt(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<string | null> {
  const sent = await db
    .from("reminders")
    .select("due_at")
    .eq("org_id", orgId)
    .eq("request_id", requestId)
    .eq("status", "sent")
    .order("due_at", { ascending: false })
    .limit(1);
  return unwrap(sent)[0]?.due_at ?? null;
}

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
