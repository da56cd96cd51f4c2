import "server-only";
import type { AuthenticatedSession } from "@dossier/backend-client";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { hasRecentFactor } from "@/features/mfa/permissions";
import { isFactorDue, isFactorRequired, listFactors } from "@/features/mfa/queries";
import type { Factor } from "@/features/mfa/types";
import { getBackend, requireSession } from "@/lib/backend.server";
import { needsSignIn, toProblem } from "@/lib/errors";

const isFactorDueNow = cache(async () => isFactorDue((await getBackend()).db));

/**
 * Leads whoever has a second factor and has not shown it to the page that asks for it. The database
 * keeps their firms closed until then.
 * @param next where to go afterwards
 */
export async function requireFactor(
  { claims }: Pick<AuthenticatedSession, "claims">,
  next: string,
): Promise<void> {
  if (claims.aal === "aal2" || !(await isFactorDueNow())) return;
  redirect(`/mfa?next=${encodeURIComponent(next)}` as Route);
}

/** The own factors, or the news that the session was ended from another device. */
export async function loadOwnFactors(): Promise<Factor[] | "ended"> {
  const { auth } = await getBackend();
  return listFactors(auth).catch((error: unknown) => {
    if (needsSignIn(toProblem(error))) return "ended" as const;
    throw error;
  });
}

/**
 * What the page of the second factor does: ask for one, or let one be added. Who showed one just
 * now goes on to `next`.
 */
export async function loadFactorStep(next: string | undefined) {
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  const session = await requireSession({ next: `/mfa${query}` });
  const backend = await getBackend();
  const factors = await loadOwnFactors();
  if (factors === "ended") return { step: "ended" as const };
  if (factors.length > 0) {
    if (hasRecentFactor(session)) redirect((next ?? "/") as Route);
    return { step: "ask" as const, factors };
  }
  const isRequired = await isFactorRequired(backend.db, session.claims.sub);
  return { step: "enrol" as const, isRequired };
}
