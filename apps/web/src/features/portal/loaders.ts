import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { listMyOrgs } from "@/features/orgs/queries";
import { openRequest } from "@/features/portal/mutations";
import { accessStateOf, hasContactCode } from "@/features/portal/permissions";
import {
  getPublicRequest,
  getRequestEnd,
  hadRequestAccess,
  listCorrections,
  listMyRequests,
} from "@/features/portal/queries";
import { accessFlow } from "@/features/portal/schema";
import type {
  AccessState,
  AskingFirm,
  Correction,
  MyRequest,
  PublicRequest,
  RequestEnd,
} from "@/features/portal/types";
import { getBackend, getSession, requireSession } from "@/lib/backend/backend.server";
import { isSessionLive, leaveEndedSession } from "@/lib/backend/live-session.server";
import { readPendingCode } from "@/lib/codes/pending-code.server";
import { isNotFound, isOutage, toAppError } from "@/lib/errors/app-error";
import { accessPath, itemPathOf, openedPath } from "@/lib/http/access-path";

export const loadMyRequests = cache(async () => {
  const session = await getSession();
  if (session.status === "unauthenticated") return null;
  if (session.status === "unavailable") await requireSession({ next: "/r" });
  const { db } = await getBackend();
  const requests = await listMyRequests(db);
  if (requests.length === 0) await leaveEndedSession("/r");
  return requests;
});

export async function loadMyAddress(): Promise<string> {
  const session = await getSession();
  return session.status === "authenticated" ? (session.claims.email ?? "") : "";
}

export async function loadOnlyFirm() {
  const requests = (await loadMyRequests()) ?? [];
  const [first] = requests;
  const isOnly = requests.every(
    ({ firm, replyEmail }) => firm === first?.firm && replyEmail === first.replyEmail,
  );
  return first && isOnly ? first : null;
}

export async function loadCorrections(requests: readonly MyRequest[]): Promise<Correction[]> {
  const open = requests.filter(({ status }) => status === "open");
  if (open.length === 0) return [];
  const { db } = await getBackend();
  return listCorrections(
    db,
    open.map(({ requestId }) => requestId),
  );
}

/** During an outage, returns at most the address, so that the page still opens. */
export async function loadContactMenu(): Promise<{
  address: string | null;
  requests: number;
  isStaff: boolean;
}> {
  const session = await getSession();
  const signedOut = { address: null, requests: 0, isStaff: false };
  if (session.status !== "authenticated") return signedOut;
  const address = session.claims.email ?? "";
  try {
    const { db } = await getBackend();
    const [requests, orgs] = await Promise.all([
      listMyRequests(db),
      listMyOrgs(db, session.claims.sub),
    ]);
    // The database returns no rows if the session has ended, so check the session.
    if (requests.length + orgs.length === 0 && !(await isSessionLive())) return signedOut;
    return { address, requests: requests.length, isStaff: orgs.length > 0 };
  } catch (error) {
    if (toAppError(error).code === "session_ended") return signedOut;
    if (isOutage(error)) return { address, requests: 0, isStaff: false };
    throw error;
  }
}

/** Returns null if the request does not exist, and during an outage. */
export const findPublicRequest = cache(async (publicId: string): Promise<PublicRequest | null> => {
  const { anonymous } = await getBackend();
  return getPublicRequest(anonymous.db, publicId).catch((error: unknown) => {
    if (isOutage(error)) return null;
    throw error;
  });
});

export const loadPublicRequest = cache(async (publicId: string): Promise<PublicRequest> => {
  const { anonymous } = await getBackend();
  return (await getPublicRequest(anonymous.db, publicId)) ?? notFound();
});

/**
 * Redirects a contact of an open or complete request to the checklist, or to the item in `next`.
 * `isEnded` is true if the session was ended on another device. For a closed request, `end`
 * contains what a signed-in user may know about it.
 * @param isSwitching true if the checklist or an item has just redirected the user to this page.
 * Redirecting back would cause a loop.
 */
export const loadAccess = cache(
  async (publicId: string, isSwitching: boolean, next: string, unsentItemId?: string) => {
    const backend = await getBackend();
    const request = await loadPublicRequest(publicId);
    const session = await getSession();
    let isEnded = false;
    const isClosed = !["open", "complete"].includes(request.state);
    let end: RequestEnd | null = null;
    if (session.status === "authenticated" && isClosed) {
      end = await getRequestEnd(backend.db, publicId).catch((error: unknown) => {
        if (toAppError(error).code !== "session_ended") throw error;
        isEnded = true;
        return null;
      });
    }
    let accessState: AccessState | null = null;
    if (session.status === "authenticated" && !isClosed) {
      const { error } = await openRequest(backend.db, publicId);
      if (!error && !isSwitching) {
        redirect(openedPath(publicId, next) as Route);
      }
      const appError = error && toAppError(error);
      isEnded = appError?.code === "session_ended";
      if (appError?.code === "insufficient_aal") {
        redirect(`/mfa?next=${encodeURIComponent(accessPath(publicId, next))}` as Route);
      }
      if (appError && !isEnded && !isNotFound(appError)) throw error;
      if (error && !isEnded) {
        const hasCode = hasContactCode(session.claims.amr ?? [], Date.now() / 1000);
        accessState = accessStateOf(
          hasCode,
          hasCode && (await hadRequestAccess(backend.db, publicId)),
        );
      }
    }
    return {
      request,
      isClosed,
      accessState,
      end,
      unsent: {
        userId: session.status === "authenticated" ? session.claims.sub : null,
        itemId: unsentItemId ?? itemPathOf(publicId, next)?.split("/").at(-1) ?? null,
      },
      signedInAs:
        session.status === "authenticated" && !isEnded ? (session.claims.email ?? null) : null,
      isEnded,
      pending: await readPendingCode(accessFlow(publicId)),
    };
  },
);

/**
 * Includes the reply email and the postal address only for contacts of the request. Returns no
 * firms during an outage, so that the help page still opens.
 */
export async function loadAskingFirms(publicId: string | undefined): Promise<AskingFirm[]> {
  const session = await getSession();
  if (session.status === "unavailable") return [];
  try {
    const backend = await getBackend();
    const own = session.status === "authenticated" ? await listMyRequests(backend.db) : [];
    const asked = publicId ? own.filter((request) => request.publicId === publicId) : own;
    const firms = new Map(
      asked.map(({ firm, replyEmail, postalAddress }) => [
        replyEmail,
        { firm, replyEmail, postalAddress },
      ]),
    );
    if (firms.size > 0 || !publicId) return [...firms.values()];
    const request = await findPublicRequest(publicId);
    return request ? [{ firm: request.firm, replyEmail: null, postalAddress: null }] : [];
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}
