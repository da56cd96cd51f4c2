"use server";

import { findStepUpError } from "@/features/mfa/queries";
import { formAction } from "@/lib/forms/form-action.server";

/**
 * Asks for the second factor before an export is fetched: a download cannot ask. Nothing is recorded
 * here, and `begin_export` decides by itself.
 */
export const prepareExport = formAction({
  run: async ({ backend, fail }) => {
    const refusal = await findStepUpError(backend, { asksOnlyHolders: true });
    return refusal ? fail(refusal) : { ok: true, data: null };
  },
});
