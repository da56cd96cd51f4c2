import "server-only";
import type { BackendError } from "@dossier/backend-client";
import { CodeEmails } from "@/lib/codes/code-emails";
import { type CodeOutcome, codeOutcome } from "@/lib/codes/code-outcome";
import { errorFailure } from "@/lib/errors/app-error";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { echoFormValues, type FormFailure } from "@/lib/forms/form-state";

const KEY = Symbol.for("dossier.code-emails");
const shared = globalThis as { [KEY]?: CodeEmails };

/**
 * The only `CodeEmails` object of this process. It is stored on `globalThis`, because Next bundles
 * pages, actions and routes separately, and each bundle would have its own module variable.
 */
export const codeEmails: CodeEmails = shared[KEY] ?? new CodeEmails();
shared[KEY] = codeEmails;

/**
 * Counts the outcome. Logs failures without the email address.
 * @param outcome undefined for an error that does not concern the email
 */
export function noteCodeEmail(
  purpose: string,
  outcome: CodeOutcome | undefined,
  error: Pick<BackendError, "code" | "upstreamCode" | "status"> | null,
): void {
  if (outcome === undefined) return;
  codeEmails.note(outcome, Date.now());
  if (outcome === "limited") {
    console.error(`code email refused: ${purpose}, the hourly limit of emails is reached`);
  }
  if (outcome === "failed") {
    const code = error?.upstreamCode ?? error?.code;
    console.error(`code email failed: ${purpose} ${code} ${error?.status ?? ""}`.trimEnd());
  }
}

/** Only for signed-in users. They may learn that an email to their own account was not sent. */
export function codeFailure(
  form: FormData,
  error: BackendError,
  { purpose, fields = [] }: { purpose: string; fields?: readonly string[] },
): FormFailure {
  const outcome = codeOutcome(error);
  noteCodeEmail(purpose, outcome, error);
  if (outcome !== "failed") return errorFailure(form, error, fields);
  const code = "code_not_sent";
  return { ok: false, code, message: sentenceFor(code), values: echoFormValues(form) };
}
