import { unwrap } from "@dossier/backend-client";
import { todayIn } from "./due.js";
import type { ConsoleScope } from "./scope.js";

type Data = ConsoleScope["db"];

const PAGE_ROWS = 100;
export const EMAIL_DAYS = 30;

const EMAIL_FAILURES = ["mail.failed", "mail.bounced"];

export interface Firm {
  id: string;
  name: string;
  slug: string;
  timeZone: string;
  requiresSecondFactor: boolean;
  role: string;
}

/**
 * Lists the firms in which the user is staff. A query of `orgs` would also return firms that have
 * the user as a contact.
 */
export async function listFirms(db: Data, userId: string): Promise<Firm[]> {
  const rows = unwrap(
    await db
      .from("memberships")
      .select("role, org:orgs!inner(id, name, slug, time_zone, require_mfa)")
      .eq("user_id", userId)
      .eq("status", "active"),
  );
  return rows
    .map(({ role, org }) => ({
      id: org.id,
      name: org.name,
      slug: org.slug,
      timeZone: org.time_zone,
      requiresSecondFactor: org.require_mfa,
      role,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

export interface FirmCounts {
  open: number;
  overdue: number;
  failedEmails: number;
}

export async function countWork(db: Data, firm: Firm, nowMs: number): Promise<FirmCounts> {
  const open = () =>
    db
      .from("requests")
      .select("id", { count: "exact", head: true })
      .eq("org_id", firm.id)
      .eq("status", "open");
  const results = await Promise.all([
    open(),
    open().lt("due_on", todayIn(firm.timeZone, nowMs)),
    db
      .from("events")
      .select("id", { count: "exact", head: true })
      .eq("org_id", firm.id)
      .in("action", EMAIL_FAILURES)
      .gte("at", emailSince(nowMs)),
  ]);
  for (const result of results) unwrap(result);
  const [all, overdue, failedEmails] = results.map(({ count }) => count ?? 0);
  return { open: all ?? 0, overdue: overdue ?? 0, failedEmails: failedEmails ?? 0 };
}

export interface OpenRequest {
  id: string;
  title: string;
  client: string;
  dueOn: string | null;
  /** Items that wait for the client (`itemsOpen`) or for a decision by staff (`itemsSubmitted`). */
  itemsOpen: number;
  itemsSubmitted: number;
  itemsTotal: number;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

export async function listOpenRequests(
  db: Data,
  firm: Firm,
  { overdueOn }: { overdueOn?: string | undefined } = {},
): Promise<Page<OpenRequest>> {
  const query = db
    .from("requests")
    .select("id, title, due_on, client:clients!inner(name), items(status)", { count: "exact" })
    .eq("org_id", firm.id)
    .eq("status", "open");
  const result = await (overdueOn === undefined ? query : query.lt("due_on", overdueOn))
    .order("due_on", { ascending: true, nullsFirst: false })
    .order("id")
    .limit(PAGE_ROWS);
  const rows = unwrap(result).map(({ id, title, due_on, client, items }) => ({
    id,
    title,
    client: client.name,
    dueOn: due_on,
    itemsOpen: items.filter(({ status }) => ["open", "returned", "partial"].includes(status))
      .length,
    itemsSubmitted: items.filter(({ status }) => status === "submitted").length,
    itemsTotal: items.length,
  }));
  return { rows, total: result.count ?? rows.length };
}

/**
 * Returns the seconds since the last complete sweep of all firms, or null if none has completed.
 */
export async function readSweepAge(db: Data): Promise<number | null> {
  return unwrap(await db.rpc("get_sweep_age"));
}

export interface FailedEmail {
  id: number;
  at: string;
  kind: string;
  /** False if the app gave up sending the email. True if the email bounced. */
  isBounced: boolean;
  contact: { name: string; email: string; status: string } | null;
  request: { title: string; status: string } | null;
}

/**
 * Reads the failures from the firm's events, because staff cannot read the outbox. The role
 * `member` sees only emails about requests.
 */
export async function listFailedEmails(
  db: Data,
  firm: Firm,
  nowMs: number,
): Promise<Page<FailedEmail>> {
  const result = await db
    .from("events")
    .select("id, at, action, data, request_id", { count: "exact" })
    .eq("org_id", firm.id)
    .in("action", EMAIL_FAILURES)
    .gte("at", emailSince(nowMs))
    .order("id", { ascending: false })
    .limit(PAGE_ROWS);
  const events = unwrap(result).map((event) => ({ ...event, ...parseEmailData(event.data) }));
  const contactIds = distinct(events.map(({ contactId }) => contactId));
  const requestIds = distinct(events.map(({ request_id }) => request_id));
  const [contacts, requests] = await Promise.all([
    contactIds.length === 0
      ? []
      : db.from("contacts").select("id, name, email, status").in("id", contactIds).then(unwrap),
    requestIds.length === 0
      ? []
      : db.from("requests").select("id, title, status").in("id", requestIds).then(unwrap),
  ]);
  const rows = events.map(({ id, at, action, kind, contactId, request_id }) => ({
    id,
    at,
    kind,
    isBounced: action === "mail.bounced",
    contact: contacts.find((contact) => contact.id === contactId) ?? null,
    request: requests.find((request) => request.id === request_id) ?? null,
  }));
  return { rows, total: result.count ?? rows.length };
}

function parseEmailData(data: unknown): { kind: string; contactId: string | null } {
  const fields = typeof data === "object" && data !== null ? data : {};
  return {
    kind: "kind" in fields && typeof fields.kind === "string" ? fields.kind : "Email",
    contactId:
      "contact_id" in fields && typeof fields.contact_id === "string" ? fields.contact_id : null,
  };
}

function emailSince(nowMs: number): string {
  return new Date(nowMs - EMAIL_DAYS * 86_400_000).toISOString();
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
