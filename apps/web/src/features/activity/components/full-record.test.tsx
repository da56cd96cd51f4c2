import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FullRecord } from "@/features/activity/components/full-record";
import { namesFor } from "@/features/activity/strings";
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

const WHOLE = { newerThan: null, olderThan: null };

const show = (
  page: Partial<ActivityPage>,
  { isNewest = true, filter }: { isNewest?: boolean; filter?: RecordFilter } = {},
) =>
  renderToStaticMarkup(
    <FullRecord
      page={{ contacts: new Map(), events: [event], ...WHOLE, ...page }}
      place={{ pathname: "/o/firm/requests/r1", isNewest, filter }}
      names={names}
      timeZone="Europe/London"
    />,
  );

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(Newer|Older|Back to the newest events)</g)].map(
    ([, href, label]) => [label, href],
  );

const OLDER = ["Older", "/o/firm/requests/r1?tab=record&amp;before=240"];
const NEWER = ["Newer", "/o/firm/requests/r1?tab=record&amp;after=240"];
const NEWEST = ["Back to the newest events", "/o/firm/requests/r1?tab=record"];

test("the full record links to newer, older and the newest events only if these are on another page", () => {
  expect(linksIn(show({ olderThan: 240 }))).toEqual([OLDER]);
  const middle = { newerThan: 240, olderThan: 240 };
  expect(linksIn(show(middle, { isNewest: false }))).toEqual([NEWEST, NEWER, OLDER]);
  expect(linksIn(show({ newerThan: 240 }, { isNewest: false }))).toEqual([NEWEST, NEWER]);
});

test("the full record keeps the filter in the links to other events", () => {
  const page = { newerThan: 240, olderThan: 240 };
  const links = linksIn(show(page, { isNewest: false, filter: "email" }));
  expect(links.map(([, href]) => href)).toEqual([
    "/o/firm/requests/r1?tab=record&amp;show=email",
    "/o/firm/requests/r1?tab=record&amp;show=email&amp;after=240",
    "/o/firm/requests/r1?tab=record&amp;show=email&amp;before=240",
  ]);
});

test("the full record shows the number and fingerprint of each event, or a sentence if there are no events", () => {
  const whole = show({});
  expect(whole).toContain("sent the request");
  expect(whole).toContain('id="event-12"');
  expect(whole).toContain(event.hash);
  expect(whole).toContain("Times are in the firm’s time zone, Europe/London.");
  expect(linksIn(whole)).toEqual([]);
  expect(show({ events: [] })).toContain("Nothing has happened yet.");
  expect(show({ events: [] }, { filter: "files" })).toMatch(
    /No events of this kind.*href="[^"]*\?tab=record"[^>]*>Show all events/,
  );
});

test("the full record names the removed contact in the event that records the removal", () => {
  const taken = { action: "recipient.changed", data: { change: "removed", contactId: "wim" } };
  expect(show({ events: [{ ...event, ...taken }] })).toContain(
    "removed Wim Winter from the contacts",
  );
});

test("the full record shows the name and size of a file, and why the file was rejected", () => {
  const files = [{ id: "f1", name: "March.pdf", bytes: 3_400_000 }];
  const about = (action: string, entityId: string) =>
    renderToStaticMarkup(
      <FullRecord
        page={{
          contacts: new Map(),
          events: [{ ...event, action, entityId, data: { rejectCode: "encrypted" } }],
          ...WHOLE,
        }}
        place={{ pathname: "/", isNewest: true, filter: undefined }}
        names={namesFor([], new Map(), files)}
        timeZone="Europe/London"
      />,
    );
  expect(about("file.uploaded", "f1")).toContain("March.pdf, 3.3\u00a0MB");
  expect(about("file.uploaded", "f1")).not.toContain("password");
  expect(about("file.rejected", "f1")).toContain("March.pdf, 3.3\u00a0MB");
  expect(about("file.rejected", "f2")).toContain("The file needs a password.");
  expect(about("file.rejected", "f2")).not.toContain("MB");
});

test("the full record shows the day for which a reminder was planned, in the firm's time zone", () => {
  const reminder = (data: Record<string, unknown>) =>
    show({ events: [{ ...event, actorKind: "system", action: "reminder.sent", data }] });
  expect(reminder({ dueAt: "2026-06-30T23:30:00+00:00" })).toContain(
    "Planned for 1\u00a0July\u00a02026",
  );
  // Older events have no `dueAt`.
  expect(reminder({ seq: 1 })).not.toContain("Planned");
});
