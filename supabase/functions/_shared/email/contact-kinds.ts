import { z } from "zod";
import type { Phrase, Quote } from "./body.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { isPast, toLongDate, toShortDate, toWeekday } from "./dates.ts";
import {
  type Context,
  endSentence,
  firmOf,
  type Kind,
  MAX_ROWS,
  numbered,
  requestOf,
  shorten,
  titleOf,
  upperFirst,
} from "./kinds.ts";
import {
  type Needs,
  nameFirst,
  nameItems,
  readNeeds,
  readyLine,
  STATUSES,
  toRows,
} from "./needs.ts";

const name = z.string().nullable().default(null);
const facts = z.object({ client_name: name, sender_name: name });
const reopened = z.object({ note: z.string().default("") });
const cancelled = z.object({ reason: z.string().default("") });
const decisions = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      status: z.string(),
      note: z.string().nullable().default(null),
      staff_name: name,
    }),
  ),
});

const VIEW = "View the request";
const VIEW_AND_START = "View the list and start";
const SEE_NEEDS = "See what is needed";
const NOTHING_TO_SEND = "You don’t need to send anything right now.";
const NO_PASSWORD = "No password needed.";
const HINT = `${NO_PASSWORD} If you are not signed in, Dossier emails you an 8-digit code.`;
/** Maximum total length of an email's notes, in characters. A single note may be this long. */
const ROOM_FOR_NOTES = 1_000;
const MAX_AUTHOR_CHARACTERS = 60;
const PREVIEWED = 3;

export const CONTACT_KINDS: Readonly<Record<string, Kind>> = {
  request_sent: (email, { links, now }) => {
    const needs = readNeeds(email.data);
    const asked = numbered(needs.count, "item");
    // The count is 0 if another contact has already sent every answer.
    const isAny = needs.count > 0;
    const { due_on } = email;
    const isDue = due_on !== null && !isPast(due_on, email.time_zone, now);
    const by = isAny && isDue ? ` by ${toShortDate(due_on)}` : "";
    return {
      subject: isAny
        ? `${titleOf(email)}: ${asked} for ${firmOf(email)}${by}`
        : `Request from ${firmOf(email)}: ${titleOf(email)}`,
      headline: isAny
        ? `${titleOf(email)}: ${asked} ${needs.required > 0 ? "we need from you" : "you can send"}`
        : titleOf(email),
      preheader: previewOf(email, needs, now),
      paragraphs: [
        lead(email, needs, now, {
          // A message is signed with the sender's name, so do not name the sender twice.
          namesSender: !email.request_message,
          more:
            needs.count > 1 ? " You can answer a few items at a time, even from your phone." : "",
        }),
      ],
      quote: email.request_message ? quoteOf(email, email.request_message) : undefined,
      ...toRows(needs),
      hasMarks: true,
      action: {
        label: isAny ? VIEW_AND_START : VIEW,
        url: links.portal(),
        hint: HINT,
      },
    };
  },
  reminder: (email, { links, now }) => {
    const needs = readNeeds(email.data);
    const { due_on } = email;
    const isDue = due_on !== null && !isPast(due_on, email.time_zone, now);
    const asked = numbered(needs.count, "item");
    const isOptional = needs.count > 0 && needs.required === 0;
    return {
      subject: `${isOptional ? "You can still send" : "Still needed"}${isDue ? ` by ${toShortDate(due_on)}` : ""}: ${
        needs.asked.length > 0
          ? nameFirst(
              needs.asked.map(({ title }) => title),
              needs.count,
            )
          : titleOf(email)
      }`,
      headline:
        needs.count > 0
          ? `${titleOf(email)}: ${asked} ${isOptional ? "you can still send" : "still needed"}`
          : titleOf(email),
      preheader: previewOf(email, needs, now),
      paragraphs: [lead(email, needs, now, { namesSender: true })],
      ...toRows(needs),
      hasMarks: true,
      closing: readyLine(needs),
      action: { label: "Continue", url: links.portal(), hint: HINT },
    };
  },
  decision_digest: (email, { links }) => {
    const { items } = decisions.parse(email.data);
    const additions = items.filter(({ status }) => status === "partial").length;
    const corrections = items.length - additions;
    const { task, result, action } = decisionTexts(corrections, additions, firmOf(email));
    // If all answers need a correction, the headline already says so.
    const detailOf = (status: string) => (additions > 0 ? STATUSES[status] : undefined);
    const shown = items.slice(0, MAX_ROWS);
    const longestNote = Math.floor(ROOM_FOR_NOTES / shown.length);
    const rows = shown.map(({ title, status, note, staff_name }) => ({
      title,
      detail: detailOf(status),
      quote: note
        ? { text: shorten(note, longestNote), author: authorOf(email, staff_name) }
        : undefined,
    }));
    return {
      subject: `${task}: ${nameFirst(
        items.map(({ title }) => title),
        items.length,
      )}`,
      headline: `${titleOf(email)}: ${lowerFirst(task)}`,
      preheader: items[0]?.note
        ? `${items[0].title}: ${shorten(items[0].note, 160)}`
        : nameItems(
            items.map(({ title }) => title),
            items.length,
            PREVIEWED,
          ),
      paragraphs: [[forClient(email), result]],
      rows,
      hasMarks: true,
      more: items.length > rows.length ? `and ${items.length - rows.length} more` : undefined,
      action: { label: action, url: links.portal(), hint: HINT },
    };
  },
  request_completed: (email, { links }) => {
    const headline = upperFirst(`${requestOf(email)} is complete`);
    const line = `${firmOf(email)} completed this request. You don’t need to do anything else. Thank you.`;
    return {
      subject: headline,
      headline,
      preheader: line,
      paragraphs: [[forClient(email), line]],
      action: { label: "View your receipt", url: links.portal(), hint: HINT },
    };
  },
  request_reopened: (email, { links, now }) => {
    const { note } = reopened.parse(email.data ?? {});
    const needs = readNeeds(email.data);
    const headline = `${firmOf(email)} reopened ${requestOf(email)}`;
    return {
      subject: headline,
      headline,
      preheader: note === "" ? previewOf(email, needs, now) : shorten(note, 160),
      paragraphs: [lead(email, needs, now)],
      quote: note === "" ? undefined : { text: note, author: firmOf(email) },
      ...toRows(needs),
      hasMarks: true,
      action: {
        label: needs.count > 0 ? SEE_NEEDS : VIEW,
        url: links.portal(),
        hint: HINT,
      },
    };
  },
  request_cancelled: (email, { links }) => {
    const { reason } = cancelled.parse(email.data ?? {});
    const headline = `${firmOf(email)} canceled ${requestOf(email)}`;
    const line = "You don’t need to do anything for this request.";
    return {
      subject: headline,
      headline,
      preheader: line,
      paragraphs: [[forClient(email), line]],
      quote: reason === "" ? undefined : { text: reason, author: firmOf(email) },
      action: { label: "View details", url: links.portal() },
    };
  },
};

function lead(
  email: ClaimedEmail,
  needs: Needs,
  now: Context["now"],
  { namesSender = false, more = "" } = {},
): Phrase[] {
  const { due_on } = email;
  const { sender_name } = facts.parse(email.data ?? {});
  const people = `${forClient(email)}${namesSender && sender_name ? `${sender_name} sent you this request. ` : ""}`;
  if (needs.count === 0 && needs.ready.length === 0) return [`${people}${NOTHING_TO_SEND}`];
  if (due_on === null || needs.count === 0) return [`${people}${more.trim()}`.trim()];
  const isLate = isPast(due_on, email.time_zone, now);
  if (needs.required === 0 && isLate) {
    return [
      `${people}You can still send ${needs.count === 1 ? "this item" : "these items"}.${more}`,
    ];
  }
  return [`${people}${taskBefore(needs, isLate)}`, { strong: toLongDate(due_on) }, `.${more}`];
}

function taskBefore({ required, optional }: Needs, isLate: boolean): string {
  if (required === 0) {
    return optional === 1
      ? "This item is optional. If you have it, please send it by "
      : "These items are optional. If you have them, please send them by ";
  }
  const isOne = required === 1;
  if (optional === 0) {
    const all = isOne ? "this item" : "these items";
    if (!isLate) return `Please send ${all} by `;
    return `${upperFirst(all)} ${isOne ? "was" : "were"} due on `;
  }
  const some = isOne ? "the required item" : "the required items";
  if (!isLate) return `Please send ${some} by `;
  return `${upperFirst(some)} ${isOne ? "was" : "were"} due on `;
}

/**
 * The email also goes to contacts who did not send these answers, so it does not contain “your
 * answer”.
 */
function decisionTexts(corrections: number, additions: number, firm: string) {
  const needs = (count: number) => (count === 1 ? "needs" : "need");
  const reviewed = `${firm} reviewed ${corrections + additions === 1 ? "an answer" : "answers"}`;
  if (additions === 0) {
    return {
      task: `Please correct ${numbered(corrections, "answer")}`,
      result: `${reviewed} and asks for ${corrections === 1 ? "a correction" : "corrections"}.`,
      action: corrections === 1 ? "Correct the answer" : "Correct the answers",
    };
  }
  if (corrections === 0) {
    return {
      task: `Please send more for ${numbered(additions, "item")}`,
      result: `${reviewed} and needs more.`,
      action: "Add what is missing",
    };
  }
  const toCorrect = numbered(corrections, "answer");
  return {
    task: `${numbered(corrections + additions, "item")} need something from you`,
    result: `${toCorrect} ${needs(corrections)} a correction, and ${numbered(additions, "item")} ${needs(additions)} more.`,
    action: "Continue",
  };
}

function forClient(email: ClaimedEmail): string {
  const { client_name } = facts.parse(email.data ?? {});
  return client_name ? `${endSentence(`For ${client_name}`)} ` : "";
}

function quoteOf(email: ClaimedEmail, text: string): Quote {
  return { text, author: authorOf(email, facts.parse(email.data ?? {}).sender_name) };
}

function authorOf(email: ClaimedEmail, person: string | null): string {
  return person ? `${shorten(person, MAX_AUTHOR_CHARACTERS)}, ${firmOf(email)}` : firmOf(email);
}

function previewOf(email: ClaimedEmail, needs: Needs, now: Context["now"]): string {
  const { asked, count } = needs;
  const titles = asked.map(({ title }) => shorten(title, 40));
  return [
    ...(titles.length > 0 ? [endSentence(nameItems(titles, count, PREVIEWED))] : []),
    ...previewOfDue(email, needs, now),
    NO_PASSWORD,
  ].join(" ");
}

function previewOfDue(
  { due_on, time_zone }: ClaimedEmail,
  { count, required }: Needs,
  now: Context["now"],
): string[] {
  if (due_on === null || count === 0) return [];
  if (!isPast(due_on, time_zone, now)) return [`Due ${toWeekday(due_on)}.`];
  return required === 0 ? [] : [`Was due ${toWeekday(due_on)}.`];
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
