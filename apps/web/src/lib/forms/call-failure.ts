import { FORM_SENTENCES } from "@/lib/errors/form-sentences";
import type { FormFailure } from "@/lib/forms/form-state";

/** Returns whether the call got no response. The server may nevertheless have received the call. */
export function isUnreachable(error: unknown): boolean {
  return !navigator.onLine || error instanceof TypeError;
}

const NETWORK: FormFailure = { ok: false, code: "network", message: FORM_SENTENCES.network };

/** Next gives the browser only the text of the response, so the sentence identifies the failure. */
const REFUSALS: readonly FormFailure[] = (["form_too_large", "form_incomplete"] as const).map(
  (code) => ({
    ok: false,
    code,
    message: FORM_SENTENCES[code],
  }),
);

/**
 * Returns the failure of a call that got no response or was refused by the proxy. Returns undefined
 * for other errors, such as redirects.
 */
export function toUnansweredFailure(error: unknown): FormFailure | undefined {
  const refusal = REFUSALS.find(
    ({ message }) => error instanceof Error && error.message === message,
  );
  return refusal ?? (isUnreachable(error) ? NETWORK : undefined);
}

/** An unexpected error counts as a network failure. */
export function toCallFailure(error: unknown): FormFailure {
  return toUnansweredFailure(error) ?? NETWORK;
}
