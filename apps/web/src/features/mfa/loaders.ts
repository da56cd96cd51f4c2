import "server-only";
import type { AuthenticatedSession } from "@dossier/backend-client";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { hasRecentFactor } from "@/features/mfa/permissions";
import { isFactorDue, isFactorRequired, listFactors } from "@/features/mfa/queries";
import type { Factor } from "@/features/mfa/types";
import { getBackend, requireSession } from "@/lib/backend/backend.server";
import { isRateLimited, needsSignIn, toAppError } from "@/lib/errors/app-error";

const isFactorDueNow = cache(async () => isFactorDue((await getBackend()).db));

/**
 * Returns whether the user must confirm a second factor. Until then, the user can read their firms
 * and memberships, but no clients, requests or files.
 */
export async function needsFactor({
  claims,
}: Pick<AuthenticatedSession, "claims">): Promise<boolean> {
  return claims.aal !== "aal2" && (await isFactorDueNow());
}

export async function requireFactor(
  session: Pick<AuthenticatedSession, "claims">,
  next: string,
): Promise<void> {
  if (!(await needsFactor(session))) return;
  redirect(`/mfa?next=${encodeURIComponent(next)}` as Route);
}

export type OwnFactorState =
  | { status: "listed"; factors: Factor[] }
  /** The session has ended, for example because the user ended it from another device. */
  | { status: "ended" }
  /** This user, or another user with the same IP address, reached the rate limit. */
  | { status: "limited"; seconds: number | undefined };

export async function loadOwnFactors(): Promise<OwnFactorState> {
  const { auth } = await getBackend();
  try {
    return { status: "listed", factors: await listFactors(auth) };
  } catch (error) {
    const appError = toAppError(error);
    if (needsSignIn(appError)) return { status: "ended" };
    if (!isRateLimited(appError)) throw error;
    return { status: "limited", seconds: appError.retryAfterSeconds };
  }
}

export async function loadFactorStep(next: string | undefined) {
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  const session = await requireSession({ next: `/mfa${query}` });
  const backend = await getBackend();
  const own = await loadOwnFactors();
  if (own.status === "ended") return { step: "ended" as const };
  if (own.status === "limited") {
    return { step: "limited" as const, seconds: own.seconds, path: `/mfa${query}` };
  }
  const { factors } = own;
  if (factors.length > 0) {
    if (hasRecentFactor(session)) redirect((next ?? "/") as Route);
    return { step: "ask" as const, factors };
  }
  const isRequired = await isFactorRequired(backend.db, session.claims.sub);
  return { step: "enrol" as const, isRequired };
}
