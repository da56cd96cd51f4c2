import type { EmailOtpType } from "@supabase/supabase-js";
import { checkPostOrigin } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { readFields } from "./fields.js";
import {
  escapeHtml,
  respondOriginRefusal,
  respondPage,
  respondRedirect,
  respondTooMany,
  signInPage,
  withNotice,
} from "./respond.js";

const TYPES: readonly EmailOtpType[] = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change",
  "email",
];

function parse(fields: Record<string, string>): {
  type: EmailOtpType | undefined;
  token: string | undefined;
  next: string;
} {
  return {
    type: TYPES.find((type) => type === fields.type),
    token: /^[\w.-]{1,256}$/.test(fields.token_hash ?? "") ? fields.token_hash : undefined,
    next: safeNext(fields.next),
  };
}

/** `GET confirm`: shows a button that posts the fields, because email scanners follow links. */
export async function getConfirm({ request, settings }: HandlerContext): Promise<Response> {
  const { type, token, next } = parse(Object.fromEntries(new URL(request.url).searchParams));
  if (!type || !token) {
    return respondPage(null, {
      status: 400,
      title: "This link is incomplete",
      body: "<p>Open it again from the email, or ask for a new one.</p>",
    });
  }
  const fields = Object.entries({ token_hash: token, type, next })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  return respondPage(null, {
    title: "Continue",
    body: `<form method="post" action="${escapeHtml(settings.appPath + settings.basePath)}/confirm">${fields}<p>One more click to confirm that it is you.</p><button>Continue</button></form>`,
  });
}

/**
 * `POST confirm`: verifies the link and redirects to `next`, or to the sign-in page on failure.
 * After the first of two links that change an address, `next` gets `?notice=confirm_other_address`.
 */
export async function postConfirm({ request, scope, settings }: HandlerContext): Promise<Response> {
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const { type, token, next } = parse(await readFields(request));
  if (!type || !token) {
    return respondRedirect(scope, signInPage(settings, "/", { error: "validation_failed" }));
  }
  const { data, error } = await scope.auth.verifyOtp({ token_hash: token, type });
  if (scope.caller.refusal) return respondTooMany(scope, scope.caller.refusal);
  if (error) return respondRedirect(scope, signInPage(settings, next, { error: error.code }));
  return respondRedirect(scope, data.user === null ? withNotice(next) : next);
}
