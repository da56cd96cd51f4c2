"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { askForCode, confirmTypedCode } from "@/features/auth/mutations";
import { emailSchema, verifyCodeSchema } from "@/features/auth/schema";
import { openRequest } from "@/features/portal/mutations";
import { accessFlow } from "@/features/portal/schema";
import {
  clearPendingCode,
  readPendingCode,
  savePendingCode,
} from "@/lib/codes/pending-code.server";
import { guestFormAction, refreshed } from "@/lib/forms/form-action.server";
import { formText } from "@/lib/forms/form-state";
import { accessPath, openedPath } from "@/lib/http/access-path";
import { ownAddress } from "@/lib/http/own-address.server";

// public: visitors call this action without a session
export const sendPortalCode = guestFormAction({
  schema: emailSchema,
  run: async ({ backend, data, fail }, publicId: string) => {
    const { email } = data;
    const error = await askForCode(backend.auth, {
      purpose: "portal",
      email,
      page: await ownAddress(`/r/${publicId}`),
    });
    if (error) return fail(error, ["email"]);
    await savePendingCode({ flow: accessFlow(publicId), purpose: "portal", email });
    return refreshed();
  },
});

// public: visitors call this action without a session
export const confirmPortalCode = guestFormAction({
  schema: verifyCodeSchema,
  run: async ({ backend, form, data, fail }, publicId: string) => {
    const access = `/r/${publicId}` as Route;
    const pending = await readPendingCode(accessFlow(publicId));
    if (!pending) redirect(access);
    const { code } = data;
    const error = await confirmTypedCode(backend.auth, {
      purpose: "portal",
      email: pending.email,
      code,
      pending,
    });
    if (error) return fail(error, ["code"]);
    await clearPendingCode(accessFlow(publicId));
    revalidatePath("/", "layout");
    const next = formText(form, "next");
    // Redirect to the checklist directly. A redirect by way of the sign-in page takes another round
    // trip, because Next sends only the page of the first redirect with the response.
    const { error: refusal } = await openRequest(backend.db, publicId);
    const pathOf = refusal ? accessPath : openedPath;
    redirect(pathOf(publicId, next) as Route);
  },
});
