"use client";

import type { PublicSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { reloadWithoutAsking } from "@/lib/drafts/before-unload";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

const SIGN_IN_PAGES = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * Reloads the page when the user signs out or a different user signs in, even if a form has unsaved
 * changes. After a sign-out on a sign-in page, only refreshes the page, to keep the email address
 * or code in its form. If the session expires, the page stays as it is, so that the same user can
 * sign in again and continue.
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
