import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Timeline } from "@/features/timeline/components/timeline";
import type { TimelinePage } from "@/features/timeline/types";

const event = {
  id: 240,
  actorKind: "staff",
  actorId: "mia",
  actorName: "Mia Chen",
  action: "request.sent",
  entityId: null,
  data: {},
  at: "2026-01-31T10:00:00Z",
} as const;

const show = (page: Omit<TimelinePage, "contacts">, isNewest: boolean) =>
  renderToStaticMarkup(
    <Timeline
      page={{ contacts: new Map([["wim", "Wim Winter"]]), ...page }}
      pathname="/o/firm/requests/r1"
      isNewest={isNewest}
      items={new Map()}
      timeZone="Europe/London"
    />,
  );

const EARLIER = 'href="/o/firm/requests/r1?before=240#timeline"';
const NEWEST = 'href="/o/firm/requests/r1#timeline"';

test("links a page of events to the earlier and to the newest events", () => {
  const first = show({ events: [event], earlierBefore: 240 }, true);
  expect(first).toContain(EARLIER);
  expect(first).not.toContain(NEWEST);
  const last = show({ events: [event], earlierBefore: null }, false);
  expect(last).not.toContain("Earlier events");
  expect(last).toContain(NEWEST);
});

test("shows no links to other pages if one page contains all events", () => {
  const whole = show({ events: [event], earlierBefore: null }, true);
  expect(whole).toContain("sent the request");
  expect(whole).not.toMatch(/Earlier events|Back to the newest/);
  expect(show({ events: [], earlierBefore: null }, true)).toContain("Nothing has happened yet.");
  expect(show({ events: [], earlierBefore: null }, false)).toContain(NEWEST);
});

test("names the contact whom an event removed", () => {
  const taken = { action: "recipient.changed", data: { change: "removed", contact_id: "wim" } };
  const page = { events: [{ ...event, ...taken }], earlierBefore: null };
  expect(show(page, true)).toContain("removed Wim Winter from the contacts");
});
