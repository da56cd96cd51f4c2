import { formatLimit } from "@/lib/format/format";
import { MAX_FORM_BYTES } from "@/lib/limits";

// The browser needs these sentences. The others are only on the server, to keep pages small.

/** The title above the errors of several fields. */
export const SEVERAL_PROBLEMS = "There is a problem";
/** For a form that got no response. The server may have received it anyway. */
export const UNREACHABLE =
  "Dossier can’t be reached, so this may not have worked. Check your connection, then try again.";
/**
 * For a form that reached the server, where a service failed. The service may have done the work
 * anyway.
 */
export const FAILED_SERVICE =
  "Dossier isn’t working right now, so this may not have worked. Wait a minute, then try again.";
/** For an autosave during an outage. The autosave is retried automatically. */
export const UNSAVED_DRAFT =
  "Draft not saved yet. Keep this page open. We’ll keep trying to save it.";

export const ITEM_CLOSED = "This item is closed. No answer is needed.";

/** Sentences for a form that no action received, by error code. */
export const FORM_SENTENCES = {
  network: "The connection failed. Wait a minute, then try again.",
  form_too_large: `Nothing was saved, because the form is larger than ${formatLimit(MAX_FORM_BYTES)}. Shorten the longest text or choose a smaller file, then send it again.`,
  form_incomplete: "Nothing was saved, because the form did not arrive completely. Send it again.",
} as const;
