import { UNTITLED_REQUEST } from "@/lib/format/untitled";
import "server-only";
import { isBackendError } from "@dossier/backend-client";
import {
  getClientOfRequest,
  listBounced,
  listRefusedItems,
  listRefusedRequests,
  MAX_LINKS,
} from "@/features/error-links/queries";
import { strings } from "@/features/error-links/strings";
import type { Db } from "@/lib/backend/db";
import { toAppError } from "@/lib/errors/app-error";
import type { FailureLink, FormFailure } from "@/lib/forms/form-state";

/** `requestId` and `clientId` are needed for errors whose details do not contain the ids. */
type Refused = { error: unknown; requestId?: string; clientId?: string };

type Explanation = { message?: string; links?: FailureLink[] };

function detailIds(error: unknown, name: string): string[] {
  const ids = toAppError(error).details[name];
  return Array.isArray(ids) ? ids.map(String).slice(0, MAX_LINKS) : [];
}

async function toRequests(
  db: Db,
  args: Parameters<typeof listRefusedRequests>[1],
): Promise<Explanation> {
  const requests = await listRefusedRequests(db, args);
  const links = requests.map(({ id, title, slug }) => ({
    href: `/o/${slug}/requests/${id}`,
    label: title || UNTITLED_REQUEST,
  }));
  return { links };
}

async function toClient(db: Db, requestId: string): Promise<Explanation> {
  const client = await getClientOfRequest(db, requestId);
  if (!client) return {};
  const { id, name, slug } = client;
  return { links: [{ href: `/o/${slug}/clients/${id}`, label: strings.contactsOf(name) }] };
}

async function toBounced(db: Db, { error, requestId }: Refused): Promise<Explanation> {
  const contactIds = detailIds(error, "contactIds");
  const bounced = await listBounced(
    db,
    contactIds.length > 0 || !requestId ? { contactIds } : { requestId },
  );
  if (bounced.length === 0) return {};
  const links = bounced.map(({ name, clientId, slug }) => ({
    href: `/o/${slug}/clients/${clientId}`,
    label: strings.correctOf(name),
  }));
  return { message: strings.bouncedNow(bounced.map(({ name }) => name)), links };
}

async function toReviews(db: Db, { error }: Refused): Promise<Explanation> {
  const items = await listRefusedItems(db, detailIds(error, "itemIds"));
  const links = items.map(({ id, requestId, title, slug }) => ({
    href: `/o/${slug}/requests/${requestId}/review/${id}`,
    label: title,
  }));
  return { links };
}

async function explain(db: Db, code: string, refused: Refused): Promise<Explanation> {
  const { error, requestId, clientId } = refused;
  if (code === "items_waiting") return toReviews(db, refused);
  if (code === "contact_bounced") return toBounced(db, refused);
  if (code === "has_open_requests" && clientId) return toRequests(db, { clientId });
  if (code !== "sole_recipient") return {};
  return requestId
    ? toClient(db, requestId)
    : toRequests(db, { requestIds: detailIds(error, "requestIds") });
}

/** Reads names with the caller's permissions, and omits names that the caller may not read. */
export async function withErrorLinks(
  db: Db,
  failure: FormFailure,
  refused: Refused,
): Promise<FormFailure> {
  try {
    return { ...failure, ...(await explain(db, failure.code, refused)) };
  } catch (unread) {
    if (isBackendError(unread)) return failure;
    throw unread;
  }
}
