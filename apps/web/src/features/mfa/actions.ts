"use server";

import { safeNext } from "@dossier/backend-client/server";
import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { prepareFactor, proveFactor } from "@/features/mfa/mutations";
import { findStepUpError, listFactors } from "@/features/mfa/queries";
import { factorCodeSchema, factorNameSchema, newFactorSchema } from "@/features/mfa/schema";
import type { Factor, FactorSetup } from "@/features/mfa/types";
import { action } from "@/lib/backend/backend.server";
import { keepInput, problemFailure } from "@/lib/errors/problem";
import { type FormState, parseForm } from "@/lib/forms/form-state";

/** Proves a factor on its own page, then goes to where the person was heading. */
export const verifyFactor = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(factorCodeSchema, form);
    if (!parsed.ok) return parsed;
    const error = await proveFactor(backend.auth, parsed.data);
    if (error) return problemFailure(form, error, ["code"]);
    revalidatePath("/", "layout");
    redirect(safeNext(form.get("next")) as Route);
  },
  keepInput,
);

/** Proves a factor within the page that was interrupted; the page stays. */
export const stepUp = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(factorCodeSchema, form);
    if (!parsed.ok) return parsed;
    const error = await proveFactor(backend.auth, parsed.data);
    if (error) return problemFailure(form, error, ["code"]);
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

/** The factors from which the dialog lets choose. */
export const listMyFactors = action(
  async ({ backend }): Promise<Factor[]> => listFactors(backend.auth),
);

/**
 * Adds a factor in two steps of one form: its name, then its first code. The first one needs no
 * step-up, further ones do.
 */
export const addFactor = action(
  async (
    { backend },
    _state: FormState<FactorSetup>,
    form: FormData,
  ): Promise<FormState<FactorSetup>> => {
    if (form.has("factorId")) {
      const parsed = parseForm(newFactorSchema, form);
      if (!parsed.ok) return parsed;
      const error = await proveFactor(backend.auth, parsed.data);
      if (error) return problemFailure(form, error, ["code"]);
      revalidatePath("/", "layout");
      redirect(safeNext(form.get("next"), "/account/security?done=factor-added") as Route);
    }
    const parsed = parseForm(factorNameSchema, form);
    if (!parsed.ok) return parsed;
    const refusal = await findStepUpError(backend, { asksOnlyHolders: true });
    if (refusal) return problemFailure(form, refusal);
    const { data, error } = await prepareFactor(backend.auth, parsed.data.name);
    if (error) return problemFailure(form, error, ["name"]);
    return { ok: true, data };
  },
  keepInput,
);
