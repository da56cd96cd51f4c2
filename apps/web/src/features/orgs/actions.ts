"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { saveEndedFirm } from "@/features/orgs/ended/ended-firm.server";
import { findManagedOrg } from "@/features/orgs/loaders";
import {
  createOrg,
  deleteOrg,
  setRequireMfa,
  setRetention,
  updateBrand,
  updateLogo,
  updateOrg,
} from "@/features/orgs/mutations";
import { getOrgName } from "@/features/orgs/queries";
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
import { notFoundFailure } from "@/lib/errors/app-error";
import { DAY_MS } from "@/lib/format/durations";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { fieldFailure } from "@/lib/forms/form-state";
import { measureSquareImage } from "@/lib/images/square-image.server";
import { storeImage } from "@/lib/images/store-image.server";

export const submitNewOrg = formAction({
  schema: createOrgSchema,
  run: async ({ backend, data, fail }) => {
    const { name, slug, timeZone } = data;
    const { error } = await createOrg(backend.db, { name, slug, timeZone });
    if (error) return fail(error, ["name", "slug", "time_zone"]);
    redirect(`/o/${slug}` as Route);
  },
});

export const saveGeneral = formAction({
  schema: generalSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await updateOrg(backend.db, {
      orgId: data.orgId,
      name: data.name,
      slug: data.slug,
      replyEmail: data.replyEmail,
      timeZone: data.timeZone,
      postalAddress: data.postalAddress,
    });
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
    if (!org) return notFoundFailure(form);
    let logoPath = "";
    if (data.intent === "save") {
      const stored = await storeImage(backend.storage, {
        file: form.get("file"),
        kind: "logos",
        ownerId: org.id,
      });
      if (stored.error) return fail(stored.error);
      if (stored.problem) {
        return fieldFailure(form, { file: strings.logo.problems[stored.problem] });
      }
      logoPath = stored.path;
    }
    const { error } = await updateLogo(backend.db, { orgId: org.id, logoPath });
    if (error) return fail(error);
    // Pages for contacts use only a square logo as their icon, so measure the logo.
    if (logoPath) after(() => measureSquareImage(logoPath));
    return refreshed(logoPath ? strings.logo.saved : strings.logo.removed);
  },
});

export const saveBrand = formAction({
  schema: brandSchema,
  run: async ({ backend, data, fail }) => {
    const { orgId, brandColor, version: expectedVersion } = data;
    const { error } = await updateBrand(backend.db, { orgId, brandColor, expectedVersion });
    if (error) {
      const failure = fail(error, ["brand_color"]);
      // After a conflict, the refreshed page shows the new color and its version.
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

/** The scheduled `sweep` function erases a firm this long after the deletion. */
const ERASURE_DELAY_MS = 30 * DAY_MS;

export const endOrg = formAction({
  schema: deleteOrgSchema,
  run: async ({ backend, session, form, data, fail }) => {
    const { orgId, confirmation } = data;
    const name = await getOrgName(backend.db, orgId);
    if (name === null) return notFoundFailure(form);
    if (!confirmsOrgName(confirmation, name)) {
      return fieldFailure(form, { confirmation: strings.end.mismatch });
    }
    const { error } = await deleteOrg(backend.db, orgId);
    if (error) return fail(error);
    await saveEndedFirm({
      name,
      erasedAt: new Date(Date.now() + ERASURE_DELAY_MS).toISOString(),
      userId: session.claims.sub,
    });
    revalidatePath("/", "layout");
    redirect("/o");
  },
});
