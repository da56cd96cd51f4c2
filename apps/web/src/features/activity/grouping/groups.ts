import type { ActivityEvent } from "@/features/activity/types";
import { HOUR_MS } from "@/lib/format/durations";

const WINDOW_MS = HOUR_MS;

const STEPS: ReadonlySet<string> = new Set([
  "submission.started",
  "file.started",
  "file.uploaded",
  "file.ready",
  "file.rejected",
  "file.failed",
  "file.removed",
  "file.opened",
]);

const RECORD_ONLY: ReadonlySet<string> = new Set([
  "mail.sent",
  "mail.requeued",
  "mail.cancelled",
  "email.deferred",
  "reminder.scheduled",
  "reminder.queued",
]);

const ALONE: ReadonlySet<string> = new Set([
  "item.returned",
  "item.partial",
  "item.waived",
  "item.undone",
]);

/**
 * The action of a group without a submission or decision, such as the uploads of an unsent answer.
 */
export const STEP = "step";

const isWork = ({ action, actorKind }: ActivityEvent) =>
  actorKind !== "system" && action !== "file.opened";

export type ActivityGroup = {
  action: string;
  /** Newest first. */
  events: [ActivityEvent, ...ActivityEvent[]];
};

const isSameActor = (one: ActivityEvent, other: ActivityEvent) =>
  one.actorKind === other.actorKind && one.actorId === other.actorId;

function joins(group: ActivityGroup, event: ActivityEvent, action: string): boolean {
  const [newest] = group.events;
  if (Date.parse(newest.at) - Date.parse(event.at) > WINDOW_MS) return false;
  const isOwn = isSameActor(newest, event);
  // A file check by the system joins the group of the uploads around it.
  if (action === STEP) return isOwn || event.actorKind === "system";
  if (!isOwn) return false;
  return group.action === STEP || (group.action === action && !ALONE.has(action));
}

/**
 * Groups consecutive events with the same person and action if the oldest is at most 60 minutes
 * older than the newest. A group also contains the uploads and file checks around its action. Each
 * event with an action in `ALONE` gets its own group. Omits groups in which a person only opened
 * files.
 * @param events newest first
 */
export function groupEvents(events: readonly ActivityEvent[]): ActivityGroup[] {
  const groups: ActivityGroup[] = [];
  for (const event of events) {
    if (RECORD_ONLY.has(event.action)) continue;
    const action = STEPS.has(event.action) ? STEP : event.action;
    const last = groups.at(-1);
    if (last && joins(last, event, action)) {
      last.events.push(event);
      if (last.action === STEP) last.action = action;
    } else if (action !== STEP || event.actorKind !== "system") {
      groups.push({ action, events: [event] });
    }
  }
  return groups.filter(({ action, events: all }) => action !== STEP || all.some(isWork));
}

/**
 * @param events newest first within each request
 * @returns the groups, newest first
 */
export function groupByRequest(events: readonly ActivityEvent[]): ActivityGroup[] {
  const ids = new Set(events.map(({ requestId }) => requestId));
  return [...ids]
    .flatMap((id) => groupEvents(events.filter(({ requestId }) => requestId === id)))
    .sort((one, other) => Date.parse(other.events[0].at) - Date.parse(one.events[0].at));
}

export function mainEvent({ action, events }: ActivityGroup): ActivityEvent {
  return events.find((event) => event.action === action) ?? events.find(isWork) ?? events[0];
}

export function countIn({ action, events }: ActivityGroup): {
  events: number;
  items: number;
  files: number | undefined;
} {
  const main = events.filter((event) => event.action === action);
  return {
    events: main.length,
    items: new Set(main.map(({ entityId }) => entityId)).size,
    files: countFiles(
      events,
      main.map(({ data }) => data.submissionId),
    ),
  };
}

/**
 * Counts the files of submissions that were sent.
 * @returns undefined if a submission started before these events, because they may then lack files
 */
function countFiles(
  events: readonly ActivityEvent[],
  submissionIds: readonly unknown[],
): number | undefined {
  const idsOf = (action: string) =>
    events
      .filter((event) => event.action === action && submissionIds.includes(event.data.submissionId))
      .map(({ entityId }) => entityId);
  const started = events.filter(({ action }) => action === "submission.started");
  if (!submissionIds.every((id) => started.some(({ entityId }) => entityId === id)))
    return undefined;
  const files = new Set(idsOf("file.ready"));
  for (const id of idsOf("file.removed")) files.delete(id);
  return files.size;
}
