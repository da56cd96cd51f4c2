"use client";

import type { PublicSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { reloadWithoutAsking } from "@/lib/drafts/before-unload";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

/** Pages on which a user signs in. They contain no data of an earlier user. */
const SIGN_IN_PAGES = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * Provides the browser's backend. When the user signs out or changes, the page reloads, and no form
 * on it can prevent the reload. A sign-in page without a user is only refreshed, which also empties
 * the router's cache: the tab may detect the end of its session while the user types an address or
 * a code, and the typed text must stay. Other state, such as uploads, waits for the same user. If a
 * different user signs in, it is dropped.
 */
export function SessionProvider(props: SessionProviderProps) {
  const router = useRouter();
  const renew = (now: PublicSession) => {
    const isSigningIn = SIGN_IN_PAGES.test(window.location.pathname);
    if (isSigningIn && now.status === "unauthenticated") router.refresh();
    else reloadWithoutAsking();
  };
  return <BackendProvider {...props} onUserGone={renew} />;
}
