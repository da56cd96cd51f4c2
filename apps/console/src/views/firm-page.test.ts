import { expect, test } from "vitest";
import type { FailedEmail } from "../queries.js";
import { EmailPage } from "./firm-page.js";

const FIRM = {
  id: "f",
  slug: "harbour",
  name: "Harbour & Lane",
  timeZone: "Europe/London",
  role: "owner",
  requiresSecondFactor: false,
} as const;

function readersOf(kind: string): string {
  const row: FailedEmail = {
    id: 1,
    at: "2026-01-31T10:00:00Z",
    kind,
    isBounced: false,
    contact: null,
    request: null,
  };
  return String(EmailPage({ firm: FIRM, page: { rows: [row], total: 1 } }));
}

test.each([
  ["staff_digest", "Staff"],
  ["owner_joined", "Staff"],
  ["invitation", "The invited person"],
])("EmailPage names the recipient of a failed email that has no contact: %s", (kind, reader) => {
  expect(readersOf(kind)).toContain(`<td data-label="To">${reader}</td>`);
});
