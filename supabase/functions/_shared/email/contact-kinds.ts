import { z } from "zod";
import type { Phrase, Quote } from "./body.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { isPast, toLongDate, toShortDate, toWeekday } from "./dates.ts";
import { type Context, firmOf, type Kind, MOST_ROWS, numbered, shorten, titleOf } from "./kinds.ts";
import { type Needs, nameFirst, nameItems, readNeeds, readyLine, toRows } from "./needs.ts";

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

const NO_PASSWORD = "No password needed.";
const HINT = `${NO_PASSWORD} We’ll email you an 8-digit code to sign in.`;
/**
 * Characters that the notes of an email share. A note may have 1,000, so five of them would make the
 * email too large.
 */
const ROOM_FOR_NOTES = 1_000;
const LONGEST_AUTHOR = 60;
/** Titles in the line next to the subject. */
const PREVIEWED = 3;

/** Emails to contacts about a request. */
export const CONTACT_KINDS: Readonly<Record<string, Kind>> = {
  request_sent: (email, { links, now }) => {
    const needs = readNeeds(email.data);
    const things = numbered(needs.count, "thing");
    const by = email.due_on === null ? "" : ` by ${toShortDate(email.due_on)}`;
    // Another contact may have sent everything in the meantime.
    const isAny = needs.count > 0;
    return {
      subject: isAny
        ? `${titleOf(email)}: ${things} for ${firmOf(email)}${by}`
        : `${titleOf(email)} for ${firmOf(email)}${by}`,
      headline: isAny
        ? `${titleOf(email)}: ${things} ${needs.required > 0 ? "we need from you" : "you can send"}`
        : titleOf(email),
      preheader: previewOf(email, needs),
      paragraphs: [
        lead(email, now, {
          // If there is a message, the sender's name is shown below it.
          namesSender: !email.request_message,
          more: needs.count > 1 ? " You can answer in parts, from your phone." : "",
        }),
      ],
      quote: email.request_message ? quoteOf(email, email.request_message) : undefined,
      ...toRows(needs),
      hasMarks: true,
      action: { label: "View the list and start", url: links.portal(), hint: HINT },
    };
  },
  reminder: (email, { links, now }) => {
    const needs = readNeeds(email.data);
    const { due_on } = email;
    const isDue = due_on !== null && !isPast(due_on, email.time_zone, now);
    const things = numbered(needs.count, "thing");
    return {
      subject: `Still needed${isDue ? ` by ${toShortDate(due_on)}` : ""}: ${
        needs.asked.length > 0
          ? nameFirst(
              needs.asked.map(({ title }) => title),
              needs.count,
            )
          : titleOf(email)
      }`,
      headline: needs.count > 0 ? `${titleOf(email)}: ${things} still needed` : titleOf(email),
      preheader: previewOf(email, needs),
      paragraphs: [lead(email, now, { namesSender: true })],
      ...toRows(needs),
      hasMarks: true,
      closing: readyLine(needs),
      action: { label: "Continue", url: links.portal(), hint: HINT },
    };
  },
  decision_digest: (email, { links }) => {
    const { items } = decisions.parse(email.data);
    const answers = numbered(items.length, "answer");
    const isAddition = items.every(({ status }) => status === "partial");
    const task = isAddition ? `More is needed for ${answers}` : `Please correct ${answers}`;
    const shown = items.slice(0, MOST_ROWS);
    const longestNote = Math.floor(ROOM_FOR_NOTES / shown.length);
    const rows = shown.map(({ title, status, note, staff_name }) => ({
      title,
      detail: status === "partial" ? "Accepted, but more is needed." : undefined,
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
      paragraphs: [
        [
          forClient(email),
          `${firmOf(email)} reviewed what you sent and needs ${isAddition ? "something more" : "a correction"}.`,
        ],
      ],
      rows,
      hasMarks: true,
      more: items.length > rows.length ? `and ${items.length - rows.length} more` : undefined,
      action: {
        label: isAddition
          ? "Add what is missing"
          : items.length === 1
            ? "Correct it"
            : "Correct them",
        url: links.portal(),
        hint: HINT,
      },
    };
  },
  request_completed: (email, { links }) => {
    const line = `${firmOf(email)} has everything it needs. You don’t need to do anything else. Thank you.`;
    return {
      subject: `${titleOf(email)} is complete`,
      headline: `${titleOf(email)} is complete`,
      preheader: line,
      paragraphs: [[forClient(email), line]],
      action: { label: "View your receipt", url: links.portal(), hint: HINT },
    };
  },
  request_reopened: (email, { links, now }) => {
    const { note } = reopened.parse(email.data ?? {});
    const needs = readNeeds(email.data);
    const headline = `${firmOf(email)} reopened ${titleOf(email)}`;
    return {
      subject: headline,
      headline,
      preheader: note === "" ? previewOf(email, needs) : shorten(note, 160),
      paragraphs: [lead(email, now)],
      quote: note === "" ? undefined : { text: note, author: firmOf(email) },
      ...toRows(needs),
      hasMarks: true,
      action: { label: "See what is needed", url: links.portal(), hint: HINT },
    };
  },
  request_cancelled: (email, { links }) => {
    const { reason } = cancelled.parse(email.data ?? {});
    const headline = `${firmOf(email)} canceled ${titleOf(email)}`;
    const line = "You don’t need to do anything.";
    return {
      subject: headline,
      headline,
      preheader: line,
      paragraphs: [[forClient(email), line]],
      quote: reason === "" ? undefined : { text: reason, author: firmOf(email) },
      action: { label: "View the request", url: links.portal(), hint: HINT },
    };
  },
};

/** Says for whom, by whom and until when. */
function lead(
  email: ClaimedEmail,
  now: Context["now"],
  { namesSender = false, more = "" } = {},
): Phrase[] {
  const { due_on } = email;
  const { sender_name } = facts.parse(email.data ?? {});
  const people = `${forClient(email)}${namesSender && sender_name ? `${sender_name} sent you this request. ` : ""}`;
  if (due_on === null) return [`${people}${more.trim()}`];
  const task = isPast(due_on, email.time_zone, now)
    ? "Everything was due on "
    : "Please send everything by ";
  return [`${people}${task}`, { strong: toLongDate(due_on) }, `.${more}`];
}

function forClient(email: ClaimedEmail): string {
  const { client_name } = facts.parse(email.data ?? {});
  return client_name ? `For ${client_name}. ` : "";
}

function quoteOf(email: ClaimedEmail, text: string): Quote {
  return { text, author: authorOf(email, facts.parse(email.data ?? {}).sender_name) };
}

function authorOf(email: ClaimedEmail, person: string | null): string {
  return person ? `${shorten(person, LONGEST_AUTHOR)}, ${firmOf(email)}` : firmOf(email);
}

function previewOf({ due_on }: ClaimedEmail, { asked, count }: Needs): string {
  const titles = asked.map(({ title }) => shorten(title, 40));
  return [
    ...(titles.length > 0 ? [`${nameItems(titles, count, PREVIEWED)}.`] : []),
    ...(due_on === null ? [] : [`Due ${toWeekday(due_on)}.`]),
    NO_PASSWORD,
  ].join(" ");
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
