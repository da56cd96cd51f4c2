import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { Progress } from "@/components/ui/segments";
import type {
  BouncedPage,
  Client,
  ClientRow,
  ClientStatus,
  Contact,
  ContactStatus,
  NameToChange,
} from "@/features/clients/types";
import type { Db } from "@/lib/backend/db";
import { toFilterValue } from "@/lib/backend/filters";
import { type ListPage, type ListPlace, placeArgs, toListPage } from "@/lib/backend/list-page";
import type { PageKey } from "@/lib/backend/page-key";
import { toAssignee } from "@/lib/backend/person";
import { readAll } from "@/lib/backend/read-all";

const PAGE_SIZE = 50;

type ContactColumns = {
  id: string;
  name: string;
  email: unknown;
  status: string;
  email_pref: string;
  opt_out_reason: string | null;
};

function toContact(row: ContactColumns): Contact {
  return {
    id: row.id,
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

/** Returns one page of the clients, by name. A search looks at names, references and contacts. */
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
          progress: row.next_progress as Progress,
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
        "id, name, ref, version, archived_at, contacts(id, name, email, status, email_pref, opt_out_reason, version)",
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

/** How many rows each call reads. The service returns at most 1,000. */
const MOST_ROWS = 1_000;

export async function listClientChoices(
  db: Db,
  orgId: string,
): Promise<{ id: string; name: string }[]> {
  const clients = await readAll(async (after) => {
    const select = db
      .from("clients")
      .select("id, name")
      .eq("org_id", orgId)
      .is("archived_at", null)
      .order("id")
      .limit(MOST_ROWS);
    return unwrap(await (after ? select.gt("id", after) : select));
  }, MOST_ROWS);
  return clients.sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Returns the filter that selects the rows after a page key, in order of name. */
function behind({ key, id }: PageKey): string {
  const name = toFilterValue(key);
  return `name.gt.${name},and(name.eq.${name},id.gt.${id})`;
}

/** Does not return contacts of archived clients. */
export async function listBouncedContacts(
  db: Db,
  { orgId, after }: { orgId: string; after?: PageKey | undefined },
): Promise<BouncedPage> {
  let select = db
    .from("contacts")
    .select("id, name, email, client:clients!inner(id, name, archived_at)")
    .eq("org_id", orgId)
    .eq("status", "bounced")
    .is("client.archived_at", null)
    .order("name")
    .order("id")
    .limit(PAGE_SIZE + 1);
  if (after) select = select.or(behind(after));
  const rows = unwrap(await select);
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined;
  return {
    contacts: rows.slice(0, PAGE_SIZE).map((row) => ({
      id: row.id,
      name: row.name,
      email: String(row.email),
      clientId: row.client.id,
      clientName: row.client.name,
    })),
    next: last ? { key: last.name, id: last.id } : null,
  };
}

/** Lists the names that staff must change before they can save the records again. */
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
