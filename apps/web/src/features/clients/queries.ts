import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { ListProgress } from "@/components/ui/segments";
import type {
  BouncedPage,
  Client,
  ClientChoices,
  ClientRow,
  ClientStatus,
  Contact,
  ContactStatus,
  NameToChange,
} from "@/features/clients/types";
import type { Db } from "@/lib/backend/db";
import { toFilterValue } from "@/lib/backend/filters";
import { type ListPage, type ListPlace, placeArgs, toListPage } from "@/lib/backend/list-page";
import { toAssignee } from "@/lib/backend/person";

const PAGE_SIZE = 50;

type ContactColumns = {
  id: string;
  user_id: string | null;
  name: string;
  email: unknown;
  status: string;
  email_pref: string;
  opt_out_reason: string | null;
};

function toContact(row: ContactColumns): Contact {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    email: String(row.email),
    status: row.status as ContactStatus,
    emailStop: (row.status === "opted_out"
      ? row.opt_out_reason
      : row.email_pref === "no_reminders"
        ? row.email_pref
        : null) as Contact["emailStop"],
  };
}

type ListArgs = {
  orgId: string;
  query?: string | undefined;
  status: ClientStatus;
  place?: ListPlace | undefined;
};

/** The search covers names, references and contacts. */
export async function listClients(
  db: Db,
  { orgId, query, status, place }: ListArgs,
): Promise<ListPage<ClientRow>> {
  const rows = unwrap(
    await db.rpc("list_clients", {
      org_id: orgId,
      in_status: status,
      ...(query ? { query } : {}),
      ...placeArgs(place),
    }),
  );
  return toListPage(rows, (row) => ({
    id: row.id,
    name: row.name,
    ref: row.ref,
    isArchived: row.archived_at !== null,
    contact: row.contact_name ? { name: row.contact_name, email: String(row.contact_email) } : null,
    hasBounced: row.has_bounced,
    openRequests: row.open_requests,
    toReview: row.to_review,
    nextRequest: row.next_request_id
      ? {
          title: row.next_title ?? "",
          dueOn: row.next_due_on,
          progress: row.next_progress as ListProgress,
        }
      : null,
    assignee: toAssignee(row),
    lastActivityAt: row.last_activity_at,
  }));
}

export async function getClient(
  db: Db,
  { orgId, clientId }: { orgId: string; clientId: string },
): Promise<Client | null> {
  const row = unwrap(
    await db
      .from("clients")
      .select(
        "id, name, ref, version, archived_at, contacts(id, user_id, name, email, status, email_pref, opt_out_reason, version)",
      )
      .eq("org_id", orgId)
      .eq("id", clientId)
      .neq("contacts.status", "removed")
      .order("created_at", { referencedTable: "contacts" })
      .maybeSingle(),
  );
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    ref: row.ref,
    version: row.version,
    archivedAt: row.archived_at,
    contacts: row.contacts.map((each) => ({ ...toContact(each), version: each.version })),
  };
}

export async function listClientChoices(
  db: Db,
  { orgId, query }: Pick<ListArgs, "orgId" | "query">,
): Promise<ClientChoices> {
  const { rows, extent } = await listClients(db, { orgId, query, status: "active" });
  return {
    clients: rows.map(({ id, name, ref, contact }) => ({ id, name, ref, contact })),
    total: extent.total,
  };
}

function beyond({ key, id, isBackward }: ListPlace): string {
  const name = toFilterValue(key);
  const side = isBackward ? "lt" : "gt";
  return `name.${side}.${name},and(name.eq.${name},id.${side}.${id})`;
}

/**
 * Omits contacts of archived clients.
 * @param total the number of bounced contacts on all pages
 */
export async function listBouncedContacts(
  db: Db,
  { orgId, place, total }: { orgId: string; place?: ListPlace | undefined; total: number },
): Promise<BouncedPage> {
  const isForward = !place?.isBackward;
  let select = db
    .from("contacts")
    .select("id, name, email, client:clients!inner(id, name, archived_at)", { count: "exact" })
    .eq("org_id", orgId)
    .eq("status", "bounced")
    .is("client.archived_at", null)
    .order("name", { ascending: isForward })
    .order("id", { ascending: isForward })
    .limit(PAGE_SIZE);
  if (place) select = select.or(beyond(place));
  const found = await select;
  const rows = unwrap(found);
  // If the user pages forward, the count includes this page and all later rows. If the user pages
  // back, it includes this page and all earlier rows.
  const onSide = found.count ?? rows.length;
  const skipped = isForward ? total - onSide : onSide - rows.length;
  return toListPage(
    (isForward ? rows : rows.toReversed()).map((row) => ({
      ...row,
      key: row.name,
      total,
      skipped: Math.max(skipped, 0),
    })),
    (row) => ({
      id: row.id,
      name: row.name,
      email: String(row.email),
      clientId: row.client.id,
      clientName: row.client.name,
    }),
  );
}

/** Lists names that break a rule. Staff cannot save the records without changing these names. */
export async function listNamesToChange(db: Db, orgId: string): Promise<NameToChange[]> {
  const rows = unwrap(await db.rpc("list_names_to_change", { org_id: orgId }));
  return rows.map((row) => ({
    kind: row.kind as NameToChange["kind"],
    clientId: row.client_id,
    name: row.name,
  }));
}

export async function findClientOfAddress(
  db: Db,
  { orgId, email }: { orgId: string; email: string },
): Promise<string | null> {
  const [contact] = unwrap(
    await db
      .from("contacts")
      .select("client_id, client:clients!inner(archived_at)")
      .eq("org_id", orgId)
      .eq("email", email)
      .eq("status", "active")
      .is("client.archived_at", null)
      .order("created_at")
      .limit(1),
  );
  return contact?.client_id ?? null;
}
