import { formatDue } from "@/lib/format/relative-time";

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
