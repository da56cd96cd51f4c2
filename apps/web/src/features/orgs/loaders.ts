import "server-only";
import { hasContactRequests, listMyOrgs } from "@/features/orgs/queries";
import { getBackend, requireSession } from "@/lib/backend.server";

/** Firms of the signed-in person; whether they also answer requests is asked only without firms. */
export async function loadMyOrgs() {
  const session = await requireSession({ next: "/o" });
  const { db } = await getBackend();
  const orgs = await listMyOrgs(db, session.claims.sub);
  const isContact = orgs.length === 0 && (await hasContactRequests(db));
  return { orgs, isContact };
}
