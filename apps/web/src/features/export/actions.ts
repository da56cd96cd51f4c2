"use server";

import { findStepUpError } from "@/features/mfa/queries";
import { formAction } from "@/lib/forms/form-action.server";

/** A download cannot show a form, so ask for the second factor first. */
export const prepareExport = formAction({
  run: async ({ backend, fail }) => {
    const refusal = await findStepUpError(backend, { asksOnlyHolders: true });
    return refusal ? fail(refusal) : { ok: true, data: null };
  },
});
