import { formatLimit } from "@/lib/format/bytes";
import { MAX_FORM_BYTES } from "@/lib/forms/limits";

// These sentences are in a separate file, so that most pages do not load the whole error catalog.

export const SEVERAL_PROBLEMS = "There is a problem";

export const correctFields = (count: number) =>
  `Correct the marked ${count === 1 ? "field" : "fields"}, then try again.`;

export const UNREACHABLE =
  "Dossier can’t be reached, so your last action may not have worked. Check your connection, then try again.";
export const FAILED_SERVICE =
  "Dossier isn’t working right now, so your last action may not have worked. Wait a minute, then try again.";
export const UNSAVED_DRAFT =
  "Draft not saved yet. Keep this page open. We’ll keep trying to save it.";

export const ITEM_CLOSED = "Someone already answered this item, or the firm no longer needs it.";

export const FORM_SENTENCES = {
  network: "The connection failed. Wait a minute, then try again.",
  form_too_large: `Nothing was saved, because the form is larger than ${formatLimit(MAX_FORM_BYTES)}. Shorten the longest text or choose a smaller file, then send it again.`,
  form_incomplete: "Nothing was saved, because the form did not arrive completely. Send it again.",
} as const;
