import { expect, test } from "vitest";
import { CodeEmails } from "@/lib/codes/code-emails";
import type { CodeOutcome } from "@/lib/codes/code-outcome";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const OK = { failing: false, failed: 0, limited: false };

test.each(["sent", "unsent", "paused"] as const)(
  "CodeEmails does not count a request with the outcome %s as failed if no email has failed before",
  (outcome) => {
    const emails = new CodeEmails();
    emails.note(outcome, NOW);
    expect(emails.report(NOW)).toEqual(OK);
  },
);

test("CodeEmails reports the hourly limit for an hour after the auth service reported it", () => {
  const emails = new CodeEmails();
  expect(emails.isLimited(NOW)).toBe(false);
  emails.note("limited", NOW);
  expect(emails.isLimited(NOW + HOUR - 1)).toBe(true);
  expect(emails.isLimited(NOW + HOUR)).toBe(false);
  emails.note("limited", NOW + HOUR);
  expect(emails.report(NOW + HOUR)).toEqual({ failing: true, failed: 2, limited: true });
});

test("CodeEmails reports emails as failing for an hour after one email failed, even if a later email was sent", () => {
  const emails = new CodeEmails();
  emails.note("failed", NOW);
  emails.note("sent", NOW + 1);
  expect(emails.report(NOW + HOUR - 1)).toEqual({ failing: true, failed: 2, limited: false });
  expect(emails.report(NOW + HOUR)).toEqual({ failing: false, failed: 2, limited: false });
});

/**
 * `known` lists the outcomes of further requests for a known address. For an unknown address, each
 * of these outcomes is `unsent`.
 */
const SEQUENCES: readonly { title: string; opening: CodeOutcome; known: CodeOutcome[] }[] = [
  { title: "emails fail", opening: "failed", known: ["failed", "failed", "failed"] },
  { title: "emails are sent again", opening: "failed", known: ["sent", "paused", "sent"] },
  {
    title: "emails fail, then are sent again",
    opening: "failed",
    known: ["failed", "sent", "sent"],
  },
  { title: "emails are sent, then fail", opening: "failed", known: ["sent", "failed", "failed"] },
  {
    title: "the hourly limit is reached",
    opening: "limited",
    known: ["limited", "limited", "limited"],
  },
  { title: "the hourly limit ends", opening: "limited", known: ["limited", "sent", "sent"] },
  {
    title: "the hourly limit is reached, then SMTP fails",
    opening: "limited",
    known: ["failed", "limited", "sent"],
  },
];

test.each(SEQUENCES)(
  "CodeEmails reports the same health for a known and an unknown email address after each request: $title",
  ({ opening, known }) => {
    const read = (outcomes: readonly CodeOutcome[]) => {
      const emails = new CodeEmails();
      emails.note(opening, NOW);
      const reports = [emails.report(NOW)];
      outcomes.forEach((outcome, index) => {
        const now = NOW + (index + 1) * 15 * MINUTE;
        emails.note(outcome, now);
        reports.push(emails.report(now));
      });
      for (let minute = 46; minute < 180; minute++) {
        reports.push(emails.report(NOW + minute * MINUTE));
      }
      return reports;
    };
    const reports = read(known);
    expect(read(known.map(() => "unsent"))).toEqual(reports);
    expect(reports.at(0)?.failing).toBe(true);
    expect(reports.at(-1)).toEqual({ ...OK, failed: 1 + known.length });
  },
);

test("CodeEmails reports the same health for a known and an unknown email address during the hourly limit", () => {
  const read = (outcome: CodeOutcome) => {
    const emails = new CodeEmails();
    emails.note("failed", NOW);
    emails.note("limited", NOW + 30 * MINUTE);
    emails.note(outcome, NOW + 75 * MINUTE);
    return [75, 89, 90, 140].map((minute) => emails.report(NOW + minute * MINUTE));
  };
  expect(read("limited")).toEqual(read("unsent"));
  expect(read("failed")).toEqual(read("unsent"));
  expect(read("unsent").map(({ failing }) => failing)).toEqual([true, true, false, false]);
});
