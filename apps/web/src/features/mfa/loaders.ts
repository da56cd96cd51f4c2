import "server-only";
import type { AuthenticatedSession } from "@dossier/backend-client";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { hasRecentFactor } from "@/features/mfa/permissions";
import { isFactorDue, isFactorRequired, listFactors } from "@/features/mfa/queries";
import type { Factor } from "@/features/mfa/types";
import { getBackend, requireSession } from "@/lib/backend/backend.server";
import { isRateLimited, needsSignIn, toProblem } from "@/lib/errors/problem";

const isFactorDueNow = cache(async () => isFactorDue((await getBackend()).db));

/**
 * If the user has a second factor and has not confirmed it in this session, redirects to the page
 * that asks for it. Before that, the database gives the user no access to their firms.
 * @param next the page to open afterwards
 */
export async function requireFactor(
  { claims }: Pick<AuthenticatedSession, "claims">,
  next: string,
): Promise<void> {
  if (claims.aal === "aal2" || !(await isFactorDueNow())) return;
  redirect(`/mfa?next=${encodeURIComponent(next)}` as Route);
}

export type OwnFactors =
  | { status: "listed"; factors: Factor[] }
  /** The session was ended on another device. */
  | { status: "ended" }
  /** This user, or another user at the same IP address, reached the rate limit. */
  | { status: "limited"; seconds: number | undefined };

export async function loadOwnFactors(): Promise<OwnFactors> {
  const { auth } = await getBackend();
  try {
    return { status: "listed", factors: await listFactors(auth) };
  } catch (error) {
    const problem = toProblem(error);
    if (needsSignIn(problem)) return { status: "ended" };
    if (!isRateLimited(problem)) throw error;
    return { status: "limited", seconds: problem.retryAfterSeconds };
  }
}

/**
 * Decides what the page does: ask for a factor, add a factor, or redirect to `next` if one was
 * confirmed recently.
 */
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
