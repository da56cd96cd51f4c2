"use server";

import { findStepUpError } from "@/features/mfa/queries";
import { action } from "@/lib/backend/backend.server";
import { keepInput, problemFailure } from "@/lib/errors/problem";
import type { FormState } from "@/lib/forms/form-state";

/**
 * Asks for the second factor before an export is fetched: a download cannot ask. Nothing is recorded
 * here, and `begin_export` decides by itself.
 */
export const prepareExport = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const refusal = await findStepUpError(backend, { asksOnlyHolders: true });
    return refusal ? problemFailure(form, refusal) : { ok: true, data: null };
  },
  keepInput,
);
