"use server";

import { safeNext } from "@dossier/backend-client/server";
import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { prepareFactor, proveFactor } from "@/features/mfa/mutations";
import { findStepUpError, listFactors } from "@/features/mfa/queries";
import { factorCodeSchema, factorNameSchema, newFactorSchema } from "@/features/mfa/schema";
import type { Factor, FactorSetup } from "@/features/mfa/types";
import { action } from "@/lib/backend/backend.server";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import type { FormState } from "@/lib/forms/form-state";

export const verifyFactor = formAction({
  schema: factorCodeSchema,
  run: async ({ backend, form, data, fail }) => {
    const error = await proveFactor(backend.auth, data);
    if (error) return fail(error, ["code"]);
    revalidatePath("/", "layout");
    redirect(safeNext(form.get("next")) as Route);
  },
});

export const stepUp = formAction({
  schema: factorCodeSchema,
  run: async ({ backend, data, fail }) => {
    const error = await proveFactor(backend.auth, data);
    if (error) return fail(error, ["code"]);
    return refreshed();
  },
});

export const listMyFactors = action(
  async ({ backend }): Promise<Factor[]> => listFactors(backend.auth),
);

/**
 * The form has two steps: the name of the factor, then its first code. A user who already has a
 * factor must confirm that factor first.
 */
export const addFactor = formAction({
  schema: (form: FormData) => (form.has("factorId") ? newFactorSchema : factorNameSchema),
  run: async ({ backend, form, data, fail }): Promise<FormState<FactorSetup>> => {
    if ("factorId" in data) {
      const error = await proveFactor(backend.auth, data);
      if (error) return fail(error, ["code"]);
      revalidatePath("/", "layout");
      redirect(safeNext(form.get("next"), "/account/security?done=factor-added") as Route);
    }
    const refusal = await findStepUpError(backend, { asksOnlyHolders: true });
    if (refusal) return fail(refusal);
    const { data: setup, error } = await prepareFactor(backend.auth, data.name);
    if (error) return fail(error, ["name"]);
    return { ok: true, data: setup };
  },
});
