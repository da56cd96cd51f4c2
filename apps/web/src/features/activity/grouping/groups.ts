import type { ActivityEvent } from "@/features/activity/types";

/** Events of one person this close to each other belong together. */
const WINDOW_MS = 60 * 60 * 1_000;

/** Steps on the way to an answer or a decision. They never make a line of their own. */
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

/** Events that only the full record shows, because another line says the same. */
const RECORD_ONLY: ReadonlySet<string> = new Set([
  "mail.sent",
  "mail.requeued",
  "mail.cancelled",
  "email.deferred",
  "reminder.scheduled",
  "reminder.queued",
]);

/** Decisions that have a note to quote, or that undo one. Each is a line of its own. */
const ALONE: ReadonlySet<string> = new Set([
  "item.returned",
  "item.partial",
  "item.waived",
  "item.undone",
]);

const STEP = "step";

export type ActivityGroup = {
  /** The action of all events except the steps. */
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
  // The system checks files between the steps of the person who uploads them.
  if (action === STEP) return isOwn || event.actorKind === "system";
  if (!isOwn) return false;
  return group.action === STEP || (group.action === action && !ALONE.has(action));
}

/**
 * Groups consecutive events of one person within 60 minutes, such as several answers and the uploads
 * for them. Leaves out groups that consist of steps only.
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
  return groups.filter(({ action }) => action !== STEP);
}

/** The newest event of a group that is not a step. */
export function mainEvent({ action, events }: ActivityGroup): ActivityEvent {
  return events.find((event) => event.action === action) ?? events[0];
}

/** Counts what a group contains: different items and uploaded files. */
export function countIn({ action, events }: ActivityGroup): {
  events: number;
  items: number;
  files: number;
} {
  const main = events.filter((event) => event.action === action);
  return {
    events: main.length,
    items: new Set(main.map(({ entityId }) => entityId)).size,
    files: events.filter((event) => event.action === "file.uploaded").length,
  };
}
