import { expect, test } from "vitest";
import type { ActivityEvent } from "@/features/activity/types";
import { daysOf, whoGroups } from "@/features/audit/selectors";
import type { AuditPerson } from "@/features/audit/types";

const people: AuditPerson[] = [
  { id: "olivia", name: "Olivia Hart", kind: "staff" },
  { id: "mia", name: "Mia Chen", kind: "staff" },
  { id: "rob", name: "Rob Gone", kind: "former" },
  { id: "ruth", name: "Ruth Bramble", kind: "contact" },
];

test("the filter by person offers the team, former members, contacts and Dossier", () => {
  expect(whoGroups(people, undefined)).toEqual([
    {
      heading: "Team",
      people: [
        { id: "mia", name: "Mia Chen" },
        { id: "olivia", name: "Olivia Hart" },
      ],
    },
    { heading: "No longer on the team", people: [{ id: "rob", name: "Rob Gone" }] },
    { heading: "Contacts", people: [{ id: "ruth", name: "Ruth Bramble" }] },
    { heading: "Person", people: [{ id: "system", name: "Dossier" }] },
  ]);
});

test("the filter by person keeps the selected person even if the list of people does not include them", () => {
  const dossier = { id: "system", name: "Dossier" };
  expect(whoGroups(people, "rob")).toEqual(whoGroups(people, undefined));
  expect(whoGroups([], "system")).toEqual([{ heading: "Person", people: [dossier] }]);
  expect(whoGroups([], "somebody")).toEqual([
    { heading: "Person", people: [{ id: "somebody", name: "Unknown person" }, dossier] },
  ]);
  expect(whoGroups([], "ida", "Ida Berg")).toEqual([
    { heading: "Person", people: [{ id: "ida", name: "Ida Berg" }, dossier] },
  ]);
});

const event = (id: number, at: string): ActivityEvent => ({
  ...{ id, no: id, hash: "", actorKind: "system", actorName: "", action: "" },
  ...{ entityId: null, data: {}, at },
});

test("daysOf groups events by their day in the firm's time zone", () => {
  const events = [
    event(3, "2026-07-02T10:00:00Z"),
    event(2, "2026-07-01T23:30:00Z"),
    event(1, "2026-07-01T22:30:00Z"),
  ];
  const idsOf = (timeZone: string) =>
    daysOf(events, timeZone).map(({ date, events: ofDay }) => [date, ofDay.map(({ id }) => id)]);
  expect(idsOf("Europe/London")).toEqual([
    ["2026-07-02", [3, 2]],
    ["2026-07-01", [1]],
  ]);
  expect(idsOf("UTC")).toEqual([
    ["2026-07-02", [3]],
    ["2026-07-01", [2, 1]],
  ]);
});

test("daysOf splits a day on which the clock changes into the events before and the events after the change", () => {
  const events = [
    event(3, "2026-10-25T14:00:00Z"),
    event(2, "2026-10-25T01:30:00Z"),
    event(1, "2026-10-25T00:30:00Z"),
  ];
  const groups = daysOf(events, "Europe/London");
  expect(groups.map(({ date, zone, events: ofDay }) => [date, zone, ofDay.length])).toEqual([
    ["2026-10-25", "GMT", 2],
    ["2026-10-25", "BST", 1],
  ]);
});
