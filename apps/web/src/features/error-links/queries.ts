import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { Db } from "@/lib/backend/db";

// The rows include the slug of the firm, for the link. The database omits rows that the caller may
// not read.

/**
 * An error message links to at most this many records. After the user fixes them, the next message
 * links to others.
 */
export const MAX_LINKS = 5;

export async function listRefusedRequests(
  db: Db,
  args: { requestIds: readonly string[] } | { clientId: string },
): Promise<{ id: string; title: string; slug: string }[]> {
  const select = db.from("requests").select("id, title, org:orgs(slug)");
  const chosen =
    "clientId" in args
      ? select.eq("client_id", args.clientId).in("status", ["draft", "open"])
      : select.in("id", args.requestIds);
  const rows = unwrap(await chosen.order("created_at").order("id").limit(MAX_LINKS));
  return rows.map(({ id, title, org }) => ({ id, title, slug: org.slug }));
}

export async function getClientOfRequest(
  db: Db,
  requestId: string,
): Promise<{ id: string; name: string; slug: string } | null> {
  const row = unwrap(
    await db
      .from("requests")
      .select("client:clients!inner(id, name), org:orgs(slug)")
      .eq("id", requestId)
      .maybeSingle(),
  );
  return row && { ...row.client, slug: row.org.slug };
}

export async function listBounced(
  db: Db,
  args: { contactIds: readonly string[] } | { requestId: string },
): Promise<{ name: string; clientId: string; slug: string }[]> {
  const contactIds =
    "contactIds" in args
      ? args.contactIds
      : unwrap(
          await db.from("request_contacts").select("contact_id").eq("request_id", args.requestId),
        ).map(({ contact_id }) => contact_id);
  const rows = unwrap(
    await db
      .from("contacts")
      .select("name, client_id, org:orgs(slug)")
      .in("id", contactIds)
      .eq("status", "bounced")
      .order("name")
      .order("id"),
  );
  return rows.map(({ name, client_id, org }) => ({ name, clientId: client_id, slug: org.slug }));
}

export async function listRefusedItems(
  db: Db,
  itemIds: readonly string[],
): Promise<{ id: string; requestId: string; title: string; slug: string }[]> {
  const rows = unwrap(
    await db
      .from("items")
      .select("id, request_id, title, org:orgs(slug)")
      .in("id", itemIds)
      .order("position"),
  );
  return rows.map(({ id, request_id, title, org }) => ({
    ...{ id, title },
    requestId: request_id,
    slug: org.slug,
  }));
}
