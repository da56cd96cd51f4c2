"use client";

import type { PublicSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { reloadWithoutAsking } from "@/lib/drafts/before-unload";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

/** Lists the pages on which users sign in. They show no data of an earlier user. */
const SIGN_IN_PAGES = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * Provides the browser's backend. When the user signs out or a different user signs in, the page
 * reloads, even if a form would prevent that. A sign-in page without a user is only refreshed. A
 * refresh also empties the router's cache and keeps an address or code that the user is typing.
 * Other state, such as uploads, waits until the same user signs in again, and is deleted when a
 * different user does.
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
