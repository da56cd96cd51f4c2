import { FILE_SENTENCES, fileLimit, limitSentence } from "@/lib/errors/file-sentences";
import { INVALID_FIRM_COLOR } from "@/lib/errors/firm-color-sentence";
import { correctFields, FORM_SENTENCES, ITEM_CLOSED } from "@/lib/errors/form-sentences";
import { EMAIL_FORMAT } from "@/lib/errors/rule-sentences";
import { formatLimit } from "@/lib/format/bytes";
import {
  formatComing,
  formatCount,
  formatDate,
  formatNumber,
  isCalendarDate,
} from "@/lib/format/format";
import {
  MAX_EXPORT_BYTES,
  MAX_EXPORT_FILES,
  MAX_FACTORS,
  MAX_REQUEST_BYTES,
} from "@/lib/forms/limits";

export type ErrorContext = {
  /** Parsed details of a database error, or the body of a function's response, in camelCase. */
  details: Readonly<Record<string, unknown>>;
  retryAfterSeconds: number | undefined;
  reference: string | undefined;
  now: Date;
  viewerZone: string | undefined;
};

type Sentence = string | ((context: ErrorContext) => string);

const text = (value: unknown, fallback: string) =>
  typeof value === "string" && value !== "" ? value : fallback;
const number = (value: unknown) => (typeof value === "number" ? value : undefined);

const OWN_NAME = "You";

const SIGN_IN_AGAIN = "Sign in again.";
const NO_ACCESS = "This no longer exists, or you have no access to it. Reload the page.";
const WRONG_CODE =
  "That code is wrong or has expired. Enter the newest code, or ask for a new one.";
const WRONG_APP_CODE = "That code didn’t work. Enter the code that your app shows now.";
const OTHER_BROWSER =
  "This link works only in the browser where you asked for it. Your address may already be confirmed. Sign in, or ask for a code.";
const OUTAGE = "Dossier isn’t working right now. Wait a minute, then try again.";
/** The sentence contains no number of seconds, because the form shows a countdown after it. */
const tooMany = ({ retryAfterSeconds }: ErrorContext) =>
  retryAfterSeconds === undefined
    ? "Too many attempts. Try again in a few minutes."
    : "Too many attempts.";
/**
 * The auth service sends the seconds to wait for its limit of one email per minute, but not for its
 * hourly limit.
 */
const tooManyEmails = (context: ErrorContext) =>
  context.retryAfterSeconds === undefined
    ? "Dossier has reached its hourly limit for emails. Try again in an hour."
    : tooMany(context);

const LIMITED: Record<string, [owner: string, noun: string]> = {
  contacts: ["A request", "contact"],
  items: ["A request or template", "item"],
};

function limitReached({ details }: ErrorContext): string {
  const limit = number(details.limit);
  if (details.what === "resends" && limit !== undefined) {
    return `You can resend an invitation at most ${formatCount(limit, "time")}. Revoke it and invite the person again.`;
  }
  if (details.what === "orgs" && limit !== undefined) {
    return `You can own at most ${formatCount(limit, "firm")}. To own another, first delete or leave one.`;
  }
  if (details.what === "staff" && limit !== undefined) {
    return `A firm can have at most ${formatCount(limit, "person", "people")}, including pending invitations. Remove a person or revoke an invitation first.`;
  }
  if (details.what === "files" && limit !== undefined) return fileLimit(limit);
  const limited = LIMITED[text(details.what, "")];
  if (limit === undefined || !limited)
    return "You have reached the limit. Remove an entry to add another.";
  return limitSentence(...limited, limit);
}

function tooSoon({ details, now, viewerZone }: ErrorContext): string {
  const next = text(details.nextAt, "");
  if (next === "") return "It is too soon to do this again. Try again later.";
  const timeZone = text(details.timeZone, "UTC");
  const coming = formatComing(next, { timeZone, now, viewerZone });
  const limit = number(details.limit);
  if (limit && details.what === "withdrawals") {
    return `You withdrew this answer ${limit} times within an hour. You can withdraw it again ${coming}.`;
  }
  if (limit && details.what === "uploads") {
    return `You added ${limit} files to this item within an hour. You can add more ${coming}.`;
  }
  return `It is too soon to do this again. You can try again ${coming}.`;
}

function emailBudget({ details, now, viewerZone }: ErrorContext): string {
  const next = text(details.nextAt, "");
  const timeZone = text(details.timeZone, "UTC");
  const when = next === "" ? "at midnight" : formatComing(next, { timeZone, now, viewerZone });
  return `The first email to a contact of this request is waiting because of a daily limit. We’ll try again ${when}. You can remind the contact after that email is sent.`;
}

export const SENTENCES: Readonly<Record<string, Sentence>> = {
  invalid_credentials: "Incorrect email or password. Try again, or choose “Send me a code”.",
  email_not_confirmed: "This address is not confirmed yet. Confirm it with a code.",
  otp_expired: WRONG_CODE,
  weak_password: "Use a longer or less common password.",
  same_password: "Choose a password that differs from your current one.",
  email_address_invalid: EMAIL_FORMAT,
  email_exists: "This address cannot be used. Choose another.",
  over_email_send_rate_limit: tooManyEmails,
  over_request_rate_limit: tooMany,
  rate_limited: tooMany,
  code_not_sent:
    "The code may not have been sent. Check your email, or try again in a few minutes.",
  session_expired: SIGN_IN_AGAIN,
  session_not_found: SIGN_IN_AGAIN,
  session_ended: "You were signed out on this device. Sign in again.",
  session_missing: SIGN_IN_AGAIN,
  refresh_token_not_found: SIGN_IN_AGAIN,
  refresh_token_already_used: SIGN_IN_AGAIN,
  user_banned: "Your account is blocked. Contact the people who run Dossier.",
  user_not_found: SIGN_IN_AGAIN,
  insufficient_aal: "Confirm it’s you.",
  mfa_verification_failed: WRONG_APP_CODE,
  mfa_challenge_expired: WRONG_APP_CODE,
  mfa_ip_address_mismatch: WRONG_APP_CODE,
  mfa_factor_not_found: "This authenticator app was removed. Reload the page.",
  reauthentication_needed:
    "A code is on its way to your address. Enter the code from the email, then choose “Save password” again.",
  reauthentication_not_valid: WRONG_CODE,
  mfa_factor_name_conflict: "You already use this name. Choose another.",
  too_many_enrolled_mfa_factors: `You can have at most ${MAX_FACTORS} authenticator apps. Remove one to add another.`,
  pkce_code_verifier_not_found: OTHER_BROWSER,
  bad_code_verifier: OTHER_BROWSER,
  flow_state_expired: "This link is no longer valid. Ask for a code instead.",

  not_found: NO_ACCESS,
  "42501": NO_ACCESS,
  PGRST116: NO_ACCESS,
  version_conflict: ({ details }) =>
    details.name === OWN_NAME
      ? "You already changed this, perhaps in another tab."
      : `${text(details.name, "Someone else")} already changed this.`,
  nothing_changed:
    "This answer is the same as the returned version. Change it, or say in the note why it is the same.",
  item_closed: `${ITEM_CLOSED} Reload the page.`,
  request_closed: "This request is closed, so nothing was changed. Reload the page.",
  invalid_transition:
    "Something changed in the meantime, so your action had no effect. Check the page before you try again.",
  items_waiting: "First decide on the items that are waiting for review.",
  sole_recipient: ({ details }) =>
    Array.isArray(details.requestIds) && details.requestIds.length > 1
      ? "No other contact of these requests gets email. Add another contact to each of them first."
      : "No other contact of this request gets email. Add another contact first.",
  has_open_requests: "First complete or cancel this client’s open requests, and delete its drafts.",
  validation_failed: correctFields(1),
  slug_taken: ({ details }) =>
    details.reserved === true
      ? "This web address is reserved. Choose another."
      : "Another firm uses this web address. Choose another.",
  ...FILE_SENTENCES,
  files_pending: "A file is still being checked. Try again in a moment.",
  upload_incomplete: "The file did not arrive completely. Upload it again.",
  request_full: ({ details }) =>
    `This request is full. Its files can total at most ${formatLimit(number(details.maxBytes) ?? MAX_REQUEST_BYTES)}. Remove a file first.`,
  limit_reached: limitReached,
  export_too_large: ({ details }) =>
    `One export can have up to ${formatNumber(number(details.maxFiles) ?? MAX_EXPORT_FILES)} files and ${formatLimit(number(details.maxBytes) ?? MAX_EXPORT_BYTES)}. Download these files one by one.`,
  too_soon: tooSoon,
  email_budget: emailBudget,
  last_owner: "Make someone else an owner first.",
  member_elsewhere:
    "This person also belongs to another firm, so you cannot reset their two-step verification. Ask the people who run Dossier to reset it.",
  invitation_closed: "This invitation is no longer valid. Ask for a new one.",
  invitation_mismatch: ({ details }) => {
    const invited = text(details.emailMasked, "");
    return invited === ""
      ? "Sign in with the address that the invitation was sent to."
      : `Sign in with the invited address: ${invited}`;
  },
  already_member: "You already belong to this firm.",
  account_deleted: ({ details }) =>
    `${text(details.name, "This contact")} deleted their account. Ask them before you invite them again.`,
  contact_opted_out: ({ details }) =>
    `${text(details.name, "This contact")} asked not to get ${details.reminders === true ? "reminders" : "email"} from you. To get an answer, add another contact.`,
  contact_bounced: "Email to this contact bounced. Correct the address first.",

  object_not_found: "This file is no longer available. Reload the page.",
  still_checking:
    "The file is still being checked. You can leave this page and send your answer later.",
  mail_failed:
    "Check the contact’s address. If the request is open and answers are missing, choose “Remind” to send a new email.",

  form_too_large: FORM_SENTENCES.form_too_large,
  form_incomplete: FORM_SENTENCES.form_incomplete,

  "57014": "The action took too long, so it was stopped. Try again.",
  network: FORM_SENTENCES.network,
  unavailable: OUTAGE,
  unknown: ({ reference }) =>
    reference
      ? `Something went wrong. Try again. If it happens again, send reference ${reference} to the people who run Dossier.`
      : "Something went wrong. Try again.",
};

export function sentenceFor(code: string, context: Partial<ErrorContext> = {}): string {
  const sentence = SENTENCES[code] ?? SENTENCES.unknown ?? "Something went wrong. Try again.";
  if (typeof sentence === "string") return sentence;
  return sentence({
    details: {},
    retryAfterSeconds: undefined,
    reference: undefined,
    now: new Date(),
    viewerZone: undefined,
    ...context,
  });
}

const isDate = (value: unknown): value is string =>
  typeof value === "string" && isCalendarDate(value);

function bound(value: unknown): string | undefined {
  if (isDate(value)) return formatDate(value);
  return typeof value === "number" ? formatNumber(value) : undefined;
}

const WRONG_VALUE = "This value cannot be used. Enter another.";
const GONE_CHOICE = "This choice is no longer available. Choose another.";

const FORMATS: Readonly<Record<string, string>> = {
  email: EMAIL_FORMAT,
  contact_email: EMAIL_FORMAT,
  reply_email: EMAIL_FORMAT,
  brand_color: INVALID_FIRM_COLOR,
  time_zone: "Choose a time zone.",
  client_id: GONE_CHOICE,
  contact_id: GONE_CHOICE,
  contact_ids: GONE_CHOICE,
  assignee_id: GONE_CHOICE,
  answer: GONE_CHOICE,
};

const TAKEN: Readonly<Record<string, string>> = {
  email: "This client already has a contact with this address.",
  ref: "Another client has this reference. Enter another.",
};

type Rule = (bounds: {
  min: string | undefined;
  max: string | undefined;
  isDate: boolean;
  field: string;
}) => string;

const RULES: Record<string, Rule> = {
  required: () => "Fill this in.",
  length: ({ min, max }) =>
    min && min !== "0" && max
      ? `Use ${min} to ${max} characters.`
      : max
        ? `Use at most ${max} characters.`
        : min
          ? `Use at least ${min} characters.`
          : WRONG_VALUE,
  format: ({ min, max, field }) =>
    min && max
      ? `Use ${min} to ${max} characters: lowercase letters, digits or hyphens.`
      : (FORMATS[field] ?? "Use one line of text without tabs or invisible characters."),
  range: ({ min, max, isDate, field }) => {
    if (!min || !max) return WRONG_VALUE;
    if (min === "1" && max === "1") return "Choose only one.";
    if (isDate) return `Choose a date between ${min} and ${max}.`;
    return field.endsWith("choices")
      ? `Offer ${min} to ${max} choices.`
      : `Enter a number from ${min} to ${max}.`;
  },
  unique: ({ field }) => TAKEN[field] ?? "Already used. Choose another.",
  repeated: () => "This row repeats an earlier row. Remove one of them.",
  name: () => "Use a name without links, email addresses or invisible characters.",
  type: () => WRONG_VALUE,
};

export function fieldSentence(details: Readonly<Record<string, unknown>>): string {
  const sentence = RULES[text(details.rule, "")];
  if (!sentence) return WRONG_VALUE;
  const field = text(details.field, "");
  const [min, max] = [bound(details.min), bound(details.max)];
  return sentence({ min, max, isDate: isDate(details.min), field });
}
