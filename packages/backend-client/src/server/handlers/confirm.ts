import { LINK_MISMATCH } from "../flow-errors.js";
import { checkPostOrigin } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { readFields } from "./fields.js";
import {
  EMAIL_LINK_TYPES,
  type EmailLinkType,
  respondConfirm,
  respondIncomplete,
  respondMismatch,
  respondTooMany,
} from "./page.js";
import { respondOriginRefusal, respondRedirect, signInPage, withNotice } from "./respond.js";

function parse(fields: Record<string, string>): {
  type: EmailLinkType | undefined;
  token: string | undefined;
  next: string;
} {
  return {
    type: EMAIL_LINK_TYPES.find((type) => type === fields.type),
    token: /^[\w.-]{1,256}$/.test(fields.token_hash ?? "") ? fields.token_hash : undefined,
    next: safeNext(fields.next),
  };
}

async function nameOfUser({ scope }: HandlerContext): Promise<string | undefined> {
  const session = await scope.session();
  if (session.status !== "authenticated") return undefined;
  return session.claims.email || session.claims.phone || undefined;
}

/** Email scanners follow links, so GET must not use up the token. */
export async function getConfirm(context: HandlerContext): Promise<Response> {
  const { searchParams } = new URL(context.request.url);
  const { type, token, next } = parse(Object.fromEntries(searchParams));
  if (!type || !token) return respondIncomplete(context);
  return respondConfirm(context, { token_hash: token, type, next }, await nameOfUser(context));
}

export async function postConfirm(context: HandlerContext): Promise<Response> {
  const { request, scope, settings } = context;
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const fields = await readFields(request);
  const { type, token, next } = parse(fields);
  if (!type || !token) {
    return respondRedirect(scope, signInPage(settings, "/", { error: "validation_failed" }));
  }
  if (fields.email) scope.expectEmail(fields.email);
  const { data, error } = await scope.auth.verifyOtp({ token_hash: token, type });
  if (scope.caller.refusal) return respondTooMany(context, scope.caller.refusal);
  if (fields.email && error?.upstreamCode === LINK_MISMATCH) return respondMismatch(context);
  if (error) return respondRedirect(scope, signInPage(settings, next, { error: error.code }));
  return respondRedirect(scope, data.user === null ? withNotice(next) : next);
}
