"use server";

import { safeNext } from "@dossier/backend-client/server";
import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { hasRecentCode, mustShowFactor, pathAfterSignIn } from "@/features/auth/loaders";
import { askForCode, confirmTypedCode, saveFirstName, sendCode } from "@/features/auth/mutations";
import {
  emailSchema,
  flowSchema,
  passwordSchema,
  signInSchema,
  signUpSchema,
  verifyCodeSchema,
} from "@/features/auth/schema";
import { strings } from "@/features/auth/strings";
import { type BackendScope, guestAction } from "@/lib/backend/backend.server";
import { codeEmails } from "@/lib/codes/code-emails.server";
import {
  clearPendingCode,
  readPendingCode,
  savePendingCode,
} from "@/lib/codes/pending-code.server";
import type { AskedCode } from "@/lib/codes/pending-codes";
import { EMAIL_MISSING } from "@/lib/errors/rule-sentences";
import { formAction, guestFormAction } from "@/lib/forms/form-action.server";
import { type FormState, fieldFailure } from "@/lib/forms/form-state";
import { ownAddress } from "@/lib/http/own-address.server";
import { adoptTheme } from "@/lib/style/theme.server";

const nextOf = (form: FormData) => safeNext(form.get("next"), "") || undefined;

/**
 * Redirects after a sign-in: to `/mfa` if a second factor is needed, otherwise to `next` or the
 * home page. Clears cached pages of an earlier user.
 */
async function enter(backend: BackendScope, next: string | undefined): Promise<never> {
  const session = await backend.session();
  revalidatePath("/", "layout");
  if (session.status !== "authenticated") redirect("/");
  const userId = session.claims.sub;
  const [path] = await Promise.all([
    pathAfterSignIn(backend, userId, next),
    adoptTheme(backend.db, userId),
  ]);
  if (await mustShowFactor(backend, session)) {
    redirect(`/mfa?next=${encodeURIComponent(path)}` as Route);
  }
  redirect(path);
}

async function awaitCode(asked: Omit<AskedCode, "flow">): Promise<never> {
  const flow = crypto.randomUUID();
  await savePendingCode({ ...asked, flow });
  redirect(`/verify?flow=${flow}`);
}

/** Ignores errors. If the name is not stored, the account page asks for it. */
async function keepName(backend: BackendScope, name: string): Promise<void> {
  const session = await backend.session();
  if (session.status !== "authenticated") return;
  await saveFirstName(backend.db, { userId: session.claims.sub, name });
}

// public: visitors call this action without a session
/**
 * Responds in the same way for every email address, so that the response does not reveal whether
 * the address has an account.
 */
export const signUp = guestFormAction({
  schema: signUpSchema,
  run: async ({ backend, form, data, fail }) => {
    const asked = { purpose: "sign-up", ...data } as const;
    const error = await askForCode(backend.auth, asked);
    if (error) return fail(error, ["name", "email"]);
    return awaitCode({ ...asked, next: nextOf(form) });
  },
});

// public: visitors call this action without a session
export const signIn = guestFormAction({
  schema: signInSchema,
  run: async ({ backend, form, data, fail }) => {
    const { email, intent } = data;
    let reason: AskedCode["reason"];
    if (intent === "password") {
      const { error } = await backend.auth.signInWithPassword({
        email,
        password: data.password,
      });
      if (!error) return enter(backend, nextOf(form));
      if (error.code !== "email_not_confirmed") return fail(error, ["email"]);
      reason = error.code;
    }
    const purpose = reason ? "sign-up" : "sign-in";
    const error = await askForCode(backend.auth, { purpose, email });
    if (error) return fail(error, ["email"]);
    return awaitCode({ purpose, email, reason, next: nextOf(form) });
  },
});

// public: visitors call this action without a session
export const verifyCode = guestFormAction({
  schema: verifyCodeSchema.extend(flowSchema.shape),
  run: async ({ backend, form, data, fail }) => {
    const { flow } = data;
    const pending = await readPendingCode(flow);
    const email = pending?.email ?? data.email;
    if (!email) return fieldFailure(form, { email: EMAIL_MISSING });
    const purpose = pending?.purpose ?? "sign-in";
    const { code } = data;
    const error = await confirmTypedCode(backend.auth, { purpose, email, code, pending });
    if (error) return fail(error, ["code", "email"]);
    await clearPendingCode(flow);
    if (pending?.name) await keepName(backend, pending.name);
    const query = pending?.next ? `?next=${encodeURIComponent(pending.next)}` : "";
    revalidatePath("/", "layout");
    if (purpose === "sign-up") redirect(`/set-password${query}` as Route);
    if (purpose === "recovery") redirect("/reset-password");
    return enter(backend, pending?.next);
  },
});

// public: visitors call this action without a session
export const resendCode = guestFormAction({
  schema: flowSchema,
  run: async ({ backend, data, fail }): Promise<FormState<void>> => {
    const pending = await readPendingCode(data.flow);
    if (!pending) {
      // The pending code has expired. Render the page again, so that it asks for the email address.
      refresh();
      return null;
    }
    if (pending.resendInSeconds > 0) {
      return {
        ok: false,
        code: "over_email_send_rate_limit",
        message: strings.verify.wait,
        retryAfterSeconds: pending.resendInSeconds,
      };
    }
    const { flow, purpose, email, reason, next, name } = pending;
    // The flow of a contact's sign-in is `portal:<request id>`.
    const page = purpose === "portal" ? await ownAddress(`/r/${flow.split(":")[1]}`) : undefined;
    const error = await sendCode(backend.auth, { purpose, email, ...(page ? { page } : {}) });
    if (error) return fail(error);
    await savePendingCode({ flow, purpose, email, reason, next, name });
    if (codeEmails.isLimited(Date.now())) {
      return {
        ok: false,
        code: "over_email_send_rate_limit",
        message: strings.verify.hourlyLimit(email),
      };
    }
    return { ok: true, data: undefined, message: strings.verify.sent };
  },
});

// public: visitors call this action without a session
export const forgetCode = guestAction(
  async (_context, flow: string, _form: FormData): Promise<void> => {
    await clearPendingCode(flow);
    refresh();
  },
);

// public: visitors call this action without a session
export const forgotPassword = guestFormAction({
  schema: emailSchema,
  run: async ({ backend, data, fail }) => {
    const { email } = data;
    const error = await askForCode(backend.auth, { purpose: "recovery", email });
    if (error) return fail(error, ["email"]);
    return awaitCode({ purpose: "recovery", email });
  },
});

export const savePassword = formAction({
  schema: passwordSchema,
  run: async ({ backend, session, form, data, fail }) => {
    if (!hasRecentCode(session)) redirect("/forgot-password");
    if (await mustShowFactor(backend, session)) redirect("/mfa?next=/reset-password" as Route);
    const { error } = await backend.auth.updateUser({ password: data.password });
    if (error) return fail(error, ["password"]);
    return enter(backend, nextOf(form));
  },
});
