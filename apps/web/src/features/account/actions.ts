"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { saveAvatarPath, savePreferences, saveProfileRow } from "@/features/account/mutations";
import { getProfile } from "@/features/account/queries";
import {
  avatarSchema,
  changePasswordSchema,
  deletionSchema,
  emailCodeSchema,
  factorSchema,
  newCodeSchema,
  newEmailSchema,
  profileSchema,
  signOutSchema,
} from "@/features/account/schema";
import { strings } from "@/features/account/strings";
import { mustShowFactor } from "@/features/auth/loaders";
import { removeFactor } from "@/features/mfa/mutations";
import { findStepUpError } from "@/features/mfa/queries";
import { action, type BackendScope, getBackend, getSession } from "@/lib/backend/backend.server";
import { leaveEndedSession } from "@/lib/backend/live-session.server";
import { codeFailure } from "@/lib/codes/code-emails.server";
import { EmailChangePause } from "@/lib/codes/email-change-pause";
import {
  clearPendingEmail,
  readPendingEmail,
  savePendingEmail,
} from "@/lib/codes/pending-email.server";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import {
  echoFormValues,
  type FormFailure,
  type FormState,
  fieldFailure,
  formText,
} from "@/lib/forms/form-state";
import { storeImage } from "@/lib/images/store-image.server";
import { themeSchema } from "@/lib/style/theme";
import { rememberTheme } from "@/lib/style/theme.server";

// public: visitors choose a color scheme too
/** Next renders the page again, because this action sets a cookie. */
export async function saveTheme(form: FormData): Promise<void> {
  const { data: theme } = themeSchema.safeParse(form.get("theme"));
  if (!theme) return;
  await rememberTheme(theme);
  const session = await getSession();
  if (session.status !== "authenticated") return;
  const { db } = await getBackend();
  const userId = session.claims.sub;
  // Ignore a failure to read the profile, because the cookie already stores the choice.
  const profile = await getProfile(db, userId).catch(() => null);
  if (profile)
    await savePreferences(db, { userId, preferences: { ...profile.preferences, theme } });
}

export const saveProfile = formAction({
  schema: profileSchema,
  run: async ({ backend, session, data, fail }) => {
    const { name, theme, singleKeys } = data;
    const userId = session.claims.sub;
    const { preferences } = await getProfile(backend.db, userId);
    const { error, isSaved } = await saveProfileRow(backend.db, {
      userId,
      name,
      preferences: { ...preferences, singleKeys, theme },
    });
    if (error) return fail(error, ["name"]);
    if (!isSaved) await leaveEndedSession("/account");
    await rememberTheme(theme);
    return refreshed(strings.profile.saved);
  },
});

export const saveAvatar = formAction({
  schema: avatarSchema,
  run: async ({ backend, session, form, data, fail }) => {
    const userId = session.claims.sub;
    let path: string | null = null;
    if (data.intent === "save") {
      const stored = await storeImage(backend.storage, {
        file: form.get("file"),
        kind: "avatars",
        ownerId: userId,
      });
      if (stored.error) return fail(stored.error);
      if (stored.problem) {
        return fieldFailure(form, { file: strings.avatar.problems[stored.problem] });
      }
      path = stored.path;
    }
    const { error, isSaved } = await saveAvatarPath(backend.db, { userId, path });
    if (error) return fail(error);
    if (!isSaved) await leaveEndedSession("/account");
    return refreshed(path === null ? strings.avatar.removed : strings.avatar.saved);
  },
});

const pause = new EmailChangePause();

function pauseFailure(form: FormData, userId: string): FormFailure | null {
  const retryAfterSeconds = pause.secondsLeft(userId, Date.now());
  if (retryAfterSeconds === 0) return null;
  const code = "over_email_send_rate_limit";
  const message = sentenceFor(code, { retryAfterSeconds });
  return { ok: false, code, message, retryAfterSeconds, values: echoFormValues(form) };
}

/**
 * If the new address belongs to another account, the user sees the usual steps, but the auth
 * service sends no codes. The page therefore does not reveal that the account exists.
 */
export const changeEmail = formAction({
  schema: newEmailSchema,
  run: async ({ backend, session, form, data, fail }) => {
    const { email } = data;
    const userId = session.claims.sub;
    if (email === session.claims.email) return fieldFailure(form, { email: strings.email.same });
    const refusal = await findStepUpError(backend);
    if (refusal) return fail(refusal);
    const paused = pauseFailure(form, userId);
    if (paused) return paused;
    const { error } = await backend.auth.updateUser({ email });
    if (error && error.code !== "email_exists") {
      return codeFailure(form, error, { purpose: "email-change", fields: ["email"] });
    }
    pause.note(userId, Date.now());
    await savePendingEmail({ newEmail: email, step: "current", userId });
    return refreshed();
  },
});

/** The address changes after the user confirms the codes sent to both addresses. */
export const confirmEmail = formAction({
  schema: emailCodeSchema,
  run: async ({ backend, session, data, fail }) => {
    const pending = await readPendingEmail(session.claims.sub);
    if (!pending) redirect("/account/email" as Route);
    const { error } = await backend.auth.verifyOtp({
      email: pending.step === "current" ? (session.claims.email ?? "") : pending.newEmail,
      token: data.code,
      type: "email_change",
    });
    if (error) return fail(error, ["code"]);
    if (pending.step === "current") {
      await savePendingEmail({ ...pending, step: "new" });
      return refreshed();
    }
    await clearPendingEmail();
    revalidatePath("/", "layout");
    const done = "/account/email?done=changed";
    const now = await backend.session();
    // Confirming the last code starts a new session. A user with a second factor must confirm it
    // again.
    const mustProve = now.status === "authenticated" && (await mustShowFactor(backend, now));
    redirect((mustProve ? `/mfa?next=${encodeURIComponent(done)}` : done) as Route);
  },
});

/** New codes replace those sent to both addresses, so the user starts with the first code again. */
export const resendEmailCodes = formAction({
  run: async ({ backend, session, form }) => {
    const pending = await readPendingEmail(session.claims.sub);
    if (!pending) redirect("/account/email" as Route);
    const email = session.claims.email ?? "";
    const { data } = await backend.auth.getUser();
    // The auth service limits the rate of these emails only while it has a pending change of the
    // address.
    if (data?.user.new_email !== pending.newEmail) {
      const paused = pauseFailure(form, session.claims.sub);
      if (paused) return paused;
      pause.note(session.claims.sub, Date.now());
    }
    const { error } = await backend.auth.resend({ type: "email_change", email });
    if (error) return codeFailure(form, error, { purpose: "email-change" });
    await savePendingEmail({ ...pending, step: "current" });
    return refreshed(strings.email.resent(email));
  },
});

export const abandonEmail = action(async (_context, _form: FormData): Promise<void> => {
  await clearPendingEmail();
  refresh();
});

async function sendPasswordCode(
  { auth }: Pick<BackendScope, "auth">,
  form: FormData,
): Promise<FormState> {
  const { error } = await auth.reauthenticate();
  if (error) return codeFailure(form, error, { purpose: "password-change" });
  const code = "reauthentication_needed";
  return { ok: false, code, message: sentenceFor(code), values: echoFormValues(form) };
}

/** If the session is older than a day, the auth service also requires an emailed code. */
export const changePassword = formAction({
  schema: (form: FormData) =>
    formText(form, "intent") === "new-code" ? newCodeSchema : changePasswordSchema,
  run: async ({ backend, form, data, fail }) => {
    if ("intent" in data) return sendPasswordCode(backend, form);
    const refusal = await findStepUpError(backend);
    if (refusal) return fail(refusal);
    const { password, nonce } = data;
    const { error } = await backend.auth.updateUser({ password, ...(nonce ? { nonce } : {}) });
    if (error?.code === "reauthentication_needed") return sendPasswordCode(backend, form);
    if (error) return fail(error, ["password", "nonce"]);
    revalidatePath("/", "layout");
    redirect("/account/security?done=password" as Route);
  },
});

export const deleteFactor = formAction({
  schema: factorSchema,
  run: async ({ backend, data, fail }) => {
    const refusal = await findStepUpError(backend);
    if (refusal) return fail(refusal);
    const error = await removeFactor(backend, data.factorId);
    if (error) return fail(error);
    revalidatePath("/", "layout");
    redirect("/account/security?done=factor-removed" as Route);
  },
});

export const signOutDevices = formAction({
  schema: signOutSchema,
  run: async ({ backend, data, fail }) => {
    const { scope } = data;
    const { error } = await backend.auth.signOut({ scope });
    if (error) return fail(error);
    revalidatePath("/", "layout");
    redirect(scope === "global" ? "/sign-in" : ("/account/security?done=others" as Route));
  },
});

export const deleteAccount = formAction({
  schema: deletionSchema,
  run: async ({ backend, session, form, data, fail }) => {
    const own = session.claims.email ?? "";
    if (data.email !== own.toLowerCase()) {
      return fieldFailure(form, { email: strings.deletion.mismatch(own) });
    }
    const { error } = await backend.functions.invoke("delete-account", { body: {} });
    if (error) return fail(error, ["email"]);
    await backend.auth.signOut({ scope: "local" });
    revalidatePath("/", "layout");
    redirect("/?account=deleted" as Route);
  },
});
