"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { findManagedOrg } from "@/features/orgs/loaders";
import {
  createOrg,
  deleteOrg,
  setRequireMfa,
  setRetention,
  updateOrg,
} from "@/features/orgs/mutations";
import { getOrgName, getOrgSettings } from "@/features/orgs/queries";
import {
  confirmsOrgName,
  createOrgSchema,
  deleteOrgSchema,
  generalSchema,
  logoSchema,
  mfaPolicySchema,
  retentionSchema,
} from "@/features/orgs/schema";
import { strings } from "@/features/orgs/strings";
import { action } from "@/lib/backend/backend.server";
import { keepInput, notFoundFailure, problemFailure } from "@/lib/errors/problem";
import { type FormState, fieldFailure, parseForm } from "@/lib/forms/form-state";

/** Creates the firm and opens it. */
export const submitNewOrg = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(createOrgSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await createOrg(backend.db, parsed.data);
    if (error) return problemFailure(form, error, ["name", "slug", "time_zone"]);
    redirect(`/o/${parsed.data.slug}` as Route);
  },
  { onUnavailable: (error, _state, form) => problemFailure(form, error) },
);

/** Changes what a firm is called and how it is reached; a new address leads to the new page. */
export const saveGeneral = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(generalSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await updateOrg(backend.db, parsed.data);
    if (error) return problemFailure(form, error, ["name", "slug", "reply_email", "time_zone"]);
    if (parsed.data.slug !== parsed.data.org) {
      revalidatePath("/", "layout");
      redirect(`/o/${parsed.data.slug}/settings/general` as Route);
    }
    refresh();
    return { ok: true, data: null, message: strings.settings.saved };
  },
  keepInput,
);

/** Shows a stored image as the firm's logo, or none. */
export const saveLogo = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(logoSchema, form);
    if (!parsed.ok) return parsed;
    const org = await findManagedOrg(parsed.data.org);
    const settings = org && (await getOrgSettings(backend.db, org));
    if (!settings) return notFoundFailure(form);
    const { error } = await updateOrg(backend.db, {
      org_id: settings.id,
      name: settings.name,
      slug: settings.slug,
      reply_email: settings.replyEmail,
      time_zone: settings.timeZone,
      logo_path: parsed.data.logo_path,
    });
    if (error) return problemFailure(form, error);
    refresh();
    return { ok: true, data: null, message: strings.settings.saved };
  },
  keepInput,
);

/** Sets how long closed requests are kept. */
export const saveRetention = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(retentionSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await setRetention(backend.db, parsed.data);
    if (error) return problemFailure(form, error, ["retention_days"]);
    refresh();
    return { ok: true, data: null, message: strings.settings.saved };
  },
  keepInput,
);

/** Sets whether all staff must show a second factor. */
export const saveMfaPolicy = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(mfaPolicySchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await setRequireMfa(backend.db, parsed.data);
    if (error) return problemFailure(form, error);
    refresh();
    return { ok: true, data: null, message: strings.settings.saved };
  },
  keepInput,
);

/** Ends a firm, its name typed again. */
export const endOrg = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(deleteOrgSchema, form);
    if (!parsed.ok) return parsed;
    const { org_id: orgId, confirmation } = parsed.data;
    const name = await getOrgName(backend.db, orgId);
    if (name === null) return notFoundFailure(form);
    if (!confirmsOrgName(confirmation, name)) {
      return fieldFailure(form, { confirmation: strings.end.mismatch });
    }
    const { error } = await deleteOrg(backend.db, orgId);
    if (error) return problemFailure(form, error);
    revalidatePath("/", "layout");
    redirect("/o");
  },
  keepInput,
);
