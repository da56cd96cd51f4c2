import "server-only";
import type { AuthenticatedSession } from "@dossier/backend-client";
import { safeNext } from "@dossier/backend-client/server";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { listFactors } from "@/features/mfa/queries";
import { findHome } from "@/features/orgs/queries";
import {
  type BackendScope,
  getBackend,
  getSession,
  requireSession,
} from "@/lib/backend/backend.server";
import { readPendingCode } from "@/lib/codes/pending-code.server";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { firstValue } from "@/lib/http/search-params";

const CODE_MINUTES = 15;

export type AuthSearch = Promise<{
  next?: string | string[];
  error?: string | string[];
  notice?: string | string[];
}>;

/**
 * The auth service adds these codes to the URL if a link in an email is invalid or expired. Ignore
 * all other codes, because anyone can craft a URL.
 */
const LINK_FAILURES: ReadonlySet<string> = new Set([
  "otp_expired",
  "bad_code_verifier",
  "flow_state_expired",
]);

export async function loadLinkFailure(search: AuthSearch): Promise<string | undefined> {
  const { error, notice } = await search;
  if (firstValue(notice) === "other_browser") return sentenceFor("pkce_code_verifier_not_found");
  const code = firstValue(error);
  return code && LINK_FAILURES.has(code) ? sentenceFor(code) : undefined;
}

export async function loadNext(search: AuthSearch): Promise<string | undefined> {
  const { next } = await search;
  return safeNext(next, "") || undefined;
}

export async function pathAfterSignIn(
  { db }: Pick<BackendScope, "db">,
  userId: string,
  next: string | undefined,
): Promise<Route> {
  const path = safeNext(next, "");
  return (path === "" ? await findHome(db, userId) : path) as Route;
}

/**
 * Returns true if the user has a second factor that this session has not confirmed, or if the
 * factors cannot be read. Most pages call `requireFactor` instead, which does not ask the auth
 * service.
 */
export async function mustShowFactor(
  { auth }: Pick<BackendScope, "auth">,
  { claims }: Pick<AuthenticatedSession, "claims">,
): Promise<boolean> {
  if (claims.aal === "aal2") return false;
  return listFactors(auth).then(
    (factors) => factors.length > 0,
    () => true,
  );
}

export async function requireRecovery(): Promise<AuthenticatedSession> {
  const session = await requireRecentCode("/forgot-password");
  if (await mustShowFactor(await getBackend(), session)) {
    redirect("/mfa?next=/reset-password" as Route);
  }
  return session;
}

export async function loadGuest(next?: string): Promise<void> {
  const session = await getSession();
  if (session.status !== "authenticated") return;
  redirect(await pathAfterSignIn(await getBackend(), session.claims.sub, next));
}

export async function loadPendingCode(search: Promise<{ flow?: string | string[] }>) {
  return readPendingCode(firstValue((await search).flow) ?? "");
}

export function hasRecentCode(
  { claims }: Pick<AuthenticatedSession, "claims">,
  nowSeconds = Date.now() / 1000,
): boolean {
  return (claims.amr ?? []).some(
    ({ method, timestamp }) =>
      (method === "otp" || method === "recovery") && nowSeconds - timestamp <= CODE_MINUTES * 60,
  );
}

/**
 * Requires a session that may set a password without the old one, because the user recently entered
 * an emailed code.
 */
export async function requireRecentCode(fallback: Route): Promise<AuthenticatedSession> {
  const session = await getSession();
  if (session.status === "unauthenticated") redirect(fallback);
  const signedIn = session.status === "authenticated" ? session : await requireSession();
  if (!hasRecentCode(signedIn)) redirect(fallback);
  return signedIn;
}
