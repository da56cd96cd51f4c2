"use client";

import type { PublicSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { reloadWithoutAsking } from "@/lib/drafts/before-unload";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

/** Where one shows who one is: a former user's data stands on none of these pages. */
const DOORS = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * The browser's backend. When the user is gone or another one the page is loaded anew, and nothing
 * on it can hold that up. At a door where the user is gone it is only rendered anew, which empties
 * the router's cache alike: a tab may hear that its session has ended while an address or a code is
 * typed, and these must stay. What the page still holds, such as uploads, waits for the same person
 * and goes when another one comes.
 */
export function SessionProvider(props: SessionProviderProps) {
  const router = useRouter();
  const renew = (now: PublicSession) => {
    const isAtDoor = DOORS.test(window.location.pathname);
    if (isAtDoor && now.status === "unauthenticated") router.refresh();
    else reloadWithoutAsking();
  };
  return <BackendProvider {...props} onUserGone={renew} />;
}
