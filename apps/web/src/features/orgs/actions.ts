"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { saveDeletedFirm } from "@/features/orgs/deletion/deleted-firm.server";
import { findManagedOrg } from "@/features/orgs/loaders";
import {
  createOrg,
  deleteOrg,
  setRequireMfa,
  setRetention,
  updateBrand,
  updateOrg,
} from "@/features/orgs/mutations";
import { getOrgName, getOrgSettings } from "@/features/orgs/queries";
import {
  brandSchema,
  confirmsOrgName,
  createOrgSchema,
  deleteOrgSchema,
  generalSchema,
  logoSchema,
  mfaPolicySchema,
  retentionSchema,
} from "@/features/orgs/schema";
import { strings } from "@/features/orgs/strings";
import { withRefresh } from "@/lib/backend/refresh.server";
import { measureSquareImage } from "@/lib/backend/square-image.server";
import { notFoundFailure } from "@/lib/errors/app-error";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { fieldFailure } from "@/lib/forms/form-state";

export const submitNewOrg = formAction({
  schema: createOrgSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await createOrg(backend.db, data);
    if (error) return fail(error, ["name", "slug", "time_zone"]);
    redirect(`/o/${data.slug}` as Route);
  },
});

export const saveGeneral = formAction({
  schema: generalSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await updateOrg(backend.db, data);
    if (error) return fail(error, ["name", "slug", "reply_email", "postal_address", "time_zone"]);
    if (data.slug !== data.org) {
      revalidatePath("/", "layout");
      redirect(`/o/${data.slug}/settings/general` as Route);
    }
    return refreshed(strings.settings.saved);
  },
});

export const saveLogo = formAction({
  schema: logoSchema,
  run: async ({ backend, form, data, fail }) => {
    const org = await findManagedOrg(data.org);
    const settings = org && (await getOrgSettings(backend.db, org));
    if (!settings) return notFoundFailure(form);
    const { error } = await updateOrg(backend.db, {
      org_id: settings.id,
      name: settings.name,
      slug: settings.slug,
      reply_email: settings.replyEmail,
      time_zone: settings.timeZone,
      logo_path: data.logo_path,
    });
    if (error) return fail(error);
    // The pages for contacts use the logo as their icon only if its shape is known.
    if (data.logo_path) await measureSquareImage(data.logo_path);
    return refreshed(strings.settings.saved);
  },
});

export const saveBrand = formAction({
  schema: brandSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await updateBrand(backend.db, data);
    if (error) {
      const failure = fail(error, ["brand_color"]);
      // If another member changed the color, refresh the page, which then shows the new color and
      // its version.
      return failure.code === "version_conflict"
        ? withRefresh({ ...failure, message: strings.brand.conflict(failure.message) })
        : failure;
    }
    return refreshed(strings.settings.saved);
  },
});

export const saveRetention = formAction({
  schema: retentionSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await setRetention(backend.db, data);
    if (error) return fail(error, ["retention_days"]);
    return refreshed(strings.settings.saved);
  },
});

export const saveMfaPolicy = formAction({
  schema: mfaPolicySchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await setRequireMfa(backend.db, data);
    if (error) return fail(error);
    return refreshed(strings.settings.saved);
  },
});

/** Time until the scheduled `sweep` function erases a deleted firm. */
const KEPT_MS = 30 * 86_400_000;

export const endOrg = formAction({
  schema: deleteOrgSchema,
  run: async ({ backend, session, form, data, fail }) => {
    const { org_id: orgId, confirmation } = data;
    const name = await getOrgName(backend.db, orgId);
    if (name === null) return notFoundFailure(form);
    if (!confirmsOrgName(confirmation, name)) {
      return fieldFailure(form, { confirmation: strings.end.mismatch });
    }
    const { error } = await deleteOrg(backend.db, orgId);
    if (error) return fail(error);
    await saveDeletedFirm({
      name,
      erasedAt: new Date(Date.now() + KEPT_MS).toISOString(),
      userId: session.claims.sub,
    });
    revalidatePath("/", "layout");
    redirect("/o");
  },
});
