import { formatLimit } from "@/lib/format/bytes";
import { MAX_FORM_BYTES } from "@/lib/forms/limits";

// The sentences that forms need in the browser. These sentences are in a separate file, so that
// most pages do not load the whole error catalog.

/** The title above the errors of several fields. */
export const SEVERAL_PROBLEMS = "There is a problem";

/** Shown above a form, whose marked fields say what to correct. */
export const correctFields = (count: number) =>
  `Correct the marked ${count === 1 ? "field" : "fields"}, then try again.`;

/** Shown if a form got no response. The server may still have received the form. */
export const UNREACHABLE =
  "Dossier can’t be reached, so your last action may not have worked. Check your connection, then try again.";
/**
 * Shown if the server received a form, but a service failed. The service may still have saved the
 * values.
 */
export const FAILED_SERVICE =
  "Dossier isn’t working right now, so your last action may not have worked. Wait a minute, then try again.";
/** Shown if autosave fails during an outage. The page repeats the save automatically. */
export const UNSAVED_DRAFT =
  "Draft not saved yet. Keep this page open. We’ll keep trying to save it.";

export const ITEM_CLOSED = "Someone already answered this item, or the firm no longer needs it.";

/**
 * Sentences by error code, for a form that got no response or was refused before its action ran.
 */
export const FORM_SENTENCES = {
  network: "The connection failed. Wait a minute, then try again.",
  form_too_large: `Nothing was saved, because the form is larger than ${formatLimit(MAX_FORM_BYTES)}. Shorten the longest text or choose a smaller file, then send it again.`,
  form_incomplete: "Nothing was saved, because the form did not arrive completely. Send it again.",
} as const;
