import { expect, test } from "vitest";
import { whoOptions } from "@/features/audit/permissions";
import type { AuditPerson } from "@/features/audit/types";

const people: AuditPerson[] = [
  { id: "olivia", name: "Olivia Hart", kind: "staff" },
  { id: "mia", name: "Mia Chen", kind: "staff" },
  { id: "rob", name: "Rob Gone", kind: "former" },
  { id: "ruth", name: "Ruth Bramble", kind: "contact" },
];

test("offers the team, former members, contacts and Dossier in the filter by person", () => {
  expect(whoOptions(people, undefined)).toEqual([
    {
      heading: "Team",
      options: [
        { value: "mia", label: "Mia Chen" },
        { value: "olivia", label: "Olivia Hart" },
      ],
    },
    { heading: "No longer on the team", options: [{ value: "rob", label: "Rob Gone" }] },
    { heading: "Contacts", options: [{ value: "ruth", label: "Ruth Bramble" }] },
    { value: "system", label: "Dossier" },
  ]);
});

test("keeps the selected person in the filter even if the list does not include them", () => {
  expect(whoOptions(people, "rob")).toEqual(whoOptions(people, undefined));
  expect(whoOptions([], "system")).toEqual([{ value: "system", label: "Dossier" }]);
  expect(whoOptions(people, "somebody")[0]).toEqual({
    value: "somebody",
    label: "Selected person",
  });
});
