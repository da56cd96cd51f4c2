"use client";

import type { PublicSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { reloadWithoutAsking } from "@/lib/drafts/before-unload";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

/** Pages on which a user signs in. They show no data of a former user. */
const DOORS = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * Provides the browser's backend. When the user signs out or changes, the page is reloaded, and
 * nothing on it can prevent that. On a sign-in page without a user, it is only rendered again,
 * which also empties the router's cache: a tab may learn that its session ended while the user
 * types an address or a code, and these must stay. Other state, such as uploads, waits for the same
 * user and is dropped when a different user signs in.
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
