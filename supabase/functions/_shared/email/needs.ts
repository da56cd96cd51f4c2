import { z } from "zod";
import type { Row } from "./body.ts";
import { MAX_ROWS, numbered, shorten } from "./kinds.ts";

const needs = z.object({
  /** Number of required items that the contacts still have to answer. */
  required: z.int().default(0),
  optional: z.int().default(0),
  /**
   * The first items to answer: first the required items, then the optional items. In each group,
   * the items with a ready answer are last.
   */
  asked: z
    .array(
      z.object({
        title: z.string(),
        help: z.string().default(""),
        kind: z.string(),
        max_files: z.int(),
        required: z.boolean(),
        status: z.string(),
        is_ready: z.boolean().default(false),
      }),
    )
    .default([]),
  ready: z.array(z.string()).default([]),
});

export type Needs = z.output<typeof needs> & {
  /** The number of required items, or of all items if none is required. */
  count: number;
};
type Item = Needs["asked"][number];

export function readNeeds(data: unknown): Needs {
  const values = needs.parse(data ?? {});
  return { ...values, count: values.required || values.optional };
}

export function toRows({ asked, required, optional }: Needs) {
  const shown = asked.slice(0, MAX_ROWS);
  const optionalShown = shown.filter((item) => !item.required).length;
  const more =
    required === 0
      ? andMore(optional - optionalShown)
      : [
          ...andMore(required - (shown.length - optionalShown)),
          ...plusOptional(optional - optionalShown),
        ];
  return {
    rows: shown.map((item): Row => ({ title: item.title, detail: detailOf(item, required > 0) })),
    more: more.length === 0 ? undefined : more.join(", "),
  };
}

/** Names the first items in one line, such as "Bank statements; Loan statement; and 9 more". */
export function nameItems(titles: readonly string[], total: number, most: number): string {
  const named = titles.slice(0, most);
  return [...named, ...andMore(total - named.length)].join("; ");
}

/** Names one item in a subject, such as "Stock count and 2 more". */
export function nameFirst(titles: readonly string[], total: number): string {
  return `${titles[0] ?? ""}${total > 1 ? ` and ${total - 1} more` : ""}`;
}

export function readyLine({ asked, ready }: Needs): string[] {
  if (ready.length === 0) return [];
  const [are, them] = ready.length === 1 ? ["is", "it"] : ["are", "them"];
  const marked = asked.slice(0, MAX_ROWS).filter((item) => item.is_ready).length;
  const names = marked < ready.length ? `: ${nameItems(ready, ready.length, MAX_ROWS)}` : "";
  return [
    `${numbered(ready.length, "answer")} ${are} ready but not sent${names}. Open the request to send ${them}.`,
  ];
}

const KINDS: Readonly<Record<string, string>> = {
  text: "Text answer",
  choice: "Choice",
  date: "Date",
};

export const STATUSES: Readonly<Record<string, string>> = {
  returned: "Needs correction",
  partial: "More needed",
};

const MAX_HELP_CHARACTERS = 60;

function detailOf(item: Item, marksOptional: boolean): string {
  const [help = ""] = item.help.trim().split(/[\r\n]/, 1);
  const files = item.max_files === 1 ? "1 file" : `Up to ${item.max_files} files`;
  if (item.is_ready) return "Ready but not sent";
  const detail =
    STATUSES[item.status] ?? (shorten(help, MAX_HELP_CHARACTERS) || (KINDS[item.kind] ?? files));
  return marksOptional && !item.required ? `Optional. ${detail}` : detail;
}

function andMore(count: number): string[] {
  return count > 0 ? [`and ${count} more`] : [];
}

function plusOptional(count: number): string[] {
  return count > 0 ? [`plus ${count} that ${count === 1 ? "is" : "are"} optional`] : [];
}
