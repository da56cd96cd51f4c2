import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FullRecord } from "@/features/activity/components/full-record";
import type { ActivityPage, RecordFilter } from "@/features/activity/types";

const event = {
  id: 240,
  no: 12,
  hash: "ab".repeat(32),
  actorKind: "staff",
  actorId: "mia",
  actorName: "Mia Chen",
  action: "request.sent",
  entityId: null,
  data: {},
  at: "2026-01-31T10:00:00Z",
} as const;

const names = { item: () => "an item", contact: () => "Wim Winter" };

const show = (page: Omit<ActivityPage, "contacts">, isNewest = true, filter?: RecordFilter) =>
  renderToStaticMarkup(
    <FullRecord
      page={{ contacts: new Map(), ...page }}
      place={{ pathname: "/o/firm/requests/r1", isNewest, filter }}
      names={names}
      timeZone="Europe/London"
    />,
  );

const EARLIER = 'href="/o/firm/requests/r1?tab=record&amp;before=240"';
const NEWEST =
  '<a class="link inline-flex min-h-11 items-center" href="/o/firm/requests/r1?tab=record"';

test("links a page of events to the earlier and to the newest events", () => {
  const first = show({ events: [event], earlierBefore: 240 });
  expect(first).toContain(EARLIER);
  expect(first).not.toContain(NEWEST);
  const last = show({ events: [event], earlierBefore: null }, false);
  expect(last).not.toContain("Earlier events");
  expect(last).toContain(NEWEST);
});

test("keeps the filter on the way to earlier events", () => {
  expect(show({ events: [event], earlierBefore: 240 }, true, "email")).toContain(
    'href="/o/firm/requests/r1?tab=record&amp;show=email&amp;before=240"',
  );
});

test("shows the number and fingerprint of each event, and has no links if one page is enough", () => {
  const whole = show({ events: [event], earlierBefore: null });
  expect(whole).toContain("sent the request");
  expect(whole).toContain('id="event-12"');
  expect(whole).toContain(event.hash);
  expect(whole).not.toMatch(/Earlier events|Back to the newest/);
  expect(show({ events: [], earlierBefore: null })).toContain("Nothing has happened yet.");
  expect(show({ events: [], earlierBefore: null }, true, "files")).toContain(
    "No events of this kind.",
  );
});

test("names the contact whom an event removed", () => {
  const taken = { action: "recipient.changed", data: { change: "removed", contact_id: "wim" } };
  const page = { events: [{ ...event, ...taken }], earlierBefore: null };
  expect(show(page)).toContain("removed Wim Winter from the contacts");
});
