"use server";

import { findStepUpError } from "@/features/mfa/queries";
import { formAction } from "@/lib/forms/form-action.server";

/** Asks for the second factor before the download, because a download cannot show a form. */
export const prepareExport = formAction({
  run: async ({ backend, fail }) => {
    const refusal = await findStepUpError(backend, { asksOnlyHolders: true });
    return refusal ? fail(refusal) : { ok: true, data: null };
  },
});
