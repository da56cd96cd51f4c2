import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { accessPath, itemPathOf } from "@/features/items/schema";
import { listMyOrgs } from "@/features/orgs/queries";
import { openRequest } from "@/features/portal/mutations";
import { hasContactCode, standingOf } from "@/features/portal/permissions";
import {
  getPublicRequest,
  getRequestEnd,
  hadRequestAccess,
  listCorrections,
  listMyRequests,
} from "@/features/portal/queries";
import { accessFlow } from "@/features/portal/schema";
import type {
  AskingFirm,
  MyRequest,
  MyStanding,
  PublicRequest,
  RequestEnd,
} from "@/features/portal/types";
import { getBackend, getSession, requireSession } from "@/lib/backend/backend.server";
import { leaveEndedSession } from "@/lib/backend/live-session.server";
import { readPendingCode } from "@/lib/codes/pending-code.server";
import { isNotFound, isOutage, toProblem } from "@/lib/errors/problem";

export const loadMyRequests = cache(async () => {
  const session = await getSession();
  if (session.status === "unauthenticated") return null;
  if (session.status === "unavailable") await requireSession({ next: "/r" });
  const { db } = await getBackend();
  const requests = await listMyRequests(db);
  if (requests.length === 0) await leaveEndedSession("/r");
  return requests;
});

/** Returns the firm of all the user's requests, or null if they come from several firms. */
export async function loadOnlyFirm() {
  const requests = (await loadMyRequests()) ?? [];
  const [first] = requests;
  const isOnly = requests.every(
    ({ firm, replyEmail }) => firm === first?.firm && replyEmail === first.replyEmail,
  );
  return first && isOnly ? first : null;
}

/** Returns the id of the request of each item that needs correction. */
export async function loadCorrections(requests: readonly MyRequest[]): Promise<string[]> {
  const open = requests.filter(({ status }) => status === "open");
  if (open.length === 0) return [];
  const { db } = await getBackend();
  return listCorrections(
    db,
    open.map(({ requestId }) => requestId),
  );
}

/**
 * Loads what the menu of a contact shows: the user's address, the number of requests, and whether
 * the user works at a firm. During an outage, the menu shows neither, because the page must open.
 */
export async function loadContactMenu(): Promise<{
  address: string | null;
  requests: number;
  isStaff: boolean;
}> {
  const session = await getSession();
  if (session.status !== "authenticated") return { address: null, requests: 0, isStaff: false };
  const address = session.claims.email ?? "";
  try {
    const { db } = await getBackend();
    const [requests, orgs] = await Promise.all([
      listMyRequests(db),
      listMyOrgs(db, session.claims.sub),
    ]);
    return { address, requests: requests.length, isStaff: orgs.length > 0 };
  } catch (error) {
    if (isOutage(error)) return { address, requests: 0, isStaff: false };
    throw error;
  }
}

/** Loads what everyone may see of a request. Shows the not-found page if it does not exist. */
export const loadPublicRequest = cache(async (publicId: string): Promise<PublicRequest> => {
  const { anonymous } = await getBackend();
  return (await getPublicRequest(anonymous.db, publicId)) ?? notFound();
});

/**
 * Loads the sign-in page of a request. Redirects a recipient to the checklist, or to the item in
 * `next`. Other users see the firm and must prove their address, and signed-in users also see why
 * they have no access. A recipient who works at the firm and has a second factor must confirm it
 * first. With `isSwitching`, does not redirect a user who was just sent back here.
 */
export const loadAccess = cache(
  async (publicId: string, isSwitching: boolean, next: string, unsentItemId?: string) => {
    const backend = await getBackend();
    const request = await loadPublicRequest(publicId);
    const session = await getSession();
    const isClosed = !["open", "complete"].includes(request.state);
    let end: RequestEnd | null = null;
    if (session.status === "authenticated" && request.state === "cancelled") {
      end = await getRequestEnd(backend.db, publicId).catch(async (error: unknown) => {
        if (toProblem(error).code !== "session_ended") throw error;
        await leaveEndedSession(accessPath(publicId, next));
        return null;
      });
    }
    let standing: MyStanding | null = null;
    if (session.status === "authenticated" && !isClosed) {
      const { error } = await openRequest(backend.db, publicId);
      if (!error && !isSwitching) {
        redirect((itemPathOf(publicId, next) ?? `/r/${publicId}/items`) as Route);
      }
      const problem = error && toProblem(error);
      if (problem?.code === "session_ended") await leaveEndedSession(accessPath(publicId, next));
      if (problem?.code === "insufficient_aal") {
        redirect(`/mfa?next=${encodeURIComponent(accessPath(publicId, next))}` as Route);
      }
      if (problem && !isNotFound(problem)) throw error;
      if (error) {
        const hasCode = hasContactCode(session.claims.amr ?? [], Date.now() / 1000);
        standing = standingOf(hasCode, hasCode && (await hadRequestAccess(backend.db, publicId)));
      }
    }
    return {
      request,
      isClosed,
      standing,
      end,
      /** The user who typed the text that this tab has not sent, and the item of that text. */
      unsent: {
        userId: session.status === "authenticated" ? session.claims.sub : null,
        itemId: unsentItemId ?? itemPathOf(publicId, next)?.split("/").at(-1) ?? null,
      },
      signedInAs: session.status === "authenticated" ? (session.claims.email ?? null) : null,
      pending: await readPendingCode(accessFlow(publicId)),
    };
  },
);

/**
 * Returns the firms that the user may contact: the firm of the request's link, or the firms of all
 * the user's requests. Returns the reply address only to recipients. Returns nothing during an
 * outage, because the help page must still open.
 */
export async function loadAskingFirms(publicId: string | undefined): Promise<AskingFirm[]> {
  const session = await getSession();
  if (session.status === "unavailable") return [];
  try {
    const backend = await getBackend();
    const own = session.status === "authenticated" ? await listMyRequests(backend.db) : [];
    const asked = publicId ? own.filter((request) => request.publicId === publicId) : own;
    const firms = new Map(asked.map(({ firm, replyEmail }) => [replyEmail, { firm, replyEmail }]));
    if (firms.size > 0 || !publicId) return [...firms.values()];
    const request = await getPublicRequest(backend.anonymous.db, publicId);
    return request ? [{ firm: request.firm, replyEmail: null }] : [];
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}
