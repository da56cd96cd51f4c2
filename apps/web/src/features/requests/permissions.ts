import type { PresenceState } from "@dossier/backend-client/browser";
import type { ItemStatus } from "@/features/items/types";
import type {
  Act,
  OwnViewer,
  RequestStatus,
  RequestView,
  RequestViewer,
} from "@/features/requests/types";
import { formatDue } from "@/lib/format/relative-time";

const ACTS: Record<RequestStatus, readonly Act[]> = {
  draft: [],
  open: ["complete", "cancel"],
  complete: ["reopen"],
  cancelled: [],
  archived: [],
};

export function actsOf({ status }: { status: RequestStatus }): readonly Act[] {
  return ACTS[status];
}

export function toAct(
  value: string | undefined,
  request: { status: RequestStatus },
): Act | undefined {
  return actsOf(request).find((act) => act === value);
}

export function viewOf({
  status,
  assignee,
}: {
  status: string | null | undefined;
  assignee: string | null | undefined;
}): RequestView | undefined {
  if (!assignee) return status === "overdue" || status === "due_this_week" ? status : undefined;
  return assignee === "me" && !status ? "mine" : undefined;
}

type Group<Row> = { title: string; requests: Row[] };

/** `requests` are open and sorted by due date. */
export function groupByDay<Row extends { dueOn: string | null }>(
  requests: readonly Row[],
  today: string,
): Group<Row>[] {
  const groups: Group<Row>[] = [];
  for (const request of requests) {
    const title = request.dueOn === null ? "" : formatDue(request.dueOn, today);
    const last = groups.at(-1);
    if (last?.title === title) last.requests.push(request);
    else groups.push({ title, requests: [request] });
  }
  return groups;
}

/**
 * The scheduled `sweep` function archives requests that closed at least this long ago, so these
 * requests cannot be restored.
 */
const RESTORABLE_MS = 90 * 86_400_000;

export function canRestore(
  { status, closedAt }: { status: RequestStatus; closedAt: string | null },
  now: number,
): boolean {
  return status === "archived" && closedAt !== null && now < Date.parse(closedAt) + RESTORABLE_MS;
}

export function canArchive({ status }: { status: RequestStatus }): boolean {
  return status === "complete" || status === "cancelled";
}

/** A user with several windows is listed once. */
export function othersIn(
  state: PresenceState,
  { id: userId, avatarsUrl }: OwnViewer,
): RequestViewer[] {
  // The URL comes from another user's browser. Accept only a picture that this user uploaded.
  const isPictureOf = (id: string, url: string) =>
    URL.canParse(url) && new URL(url).href.startsWith(`${new URL(avatarsUrl).href}/${id}/`);
  const entries = Object.values(state).flat();
  const people = entries.map((entry) => ({
    id: String(entry.id ?? ""),
    name: String(entry.name ?? ""),
    imageUrl: String(entry.imageUrl ?? ""),
  }));
  const others = people.filter(({ id, name }) => name !== "" && id !== userId);
  const known = others.map(({ id, name, imageUrl }): RequestViewer => {
    return { id, name, imageUrl: isPictureOf(id, imageUrl) ? imageUrl : null };
  });
  return [...new Map(known.map((each) => [each.id, each])).values()];
}

/** The database also refuses to remove an item with a draft, which staff cannot see. */
export function removalObstacle(
  { status }: { status: ItemStatus },
  { count, hasAnswer }: { count: number; hasAnswer: boolean },
): "answered" | "accepted" | "waived" | "last" | null {
  if (status === "accepted") return "accepted";
  if (status === "submitted" || status === "partial" || status === "returned") return "answered";
  if (status === "waived" && hasAnswer) return "waived";
  return count === 1 ? "last" : null;
}
