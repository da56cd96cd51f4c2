import type { PresenceState } from "@dossier/backend-client/browser";
import type { OwnViewer, RequestView, RequestViewer } from "@/features/requests/types";
import { formatDue } from "@/lib/format/relative-time";

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

/** @param requests open requests, sorted by due date */
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

/** A user with several windows is listed once. */
export function othersIn(
  state: PresenceState,
  { id: userId, avatarsUrl }: OwnViewer,
): RequestViewer[] {
  // The URL comes from the other viewer's browser. Accept only a picture that the other viewer
  // uploaded.
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
