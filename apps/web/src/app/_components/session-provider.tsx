"use client";

import type { PublicSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { reloadWithoutAsking } from "@/lib/drafts/before-unload";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

/** The pages on which users sign in. They show no data of a user, so a refresh is enough. */
const SIGN_IN_PAGES = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * When the user signs out or a different user signs in, the page reloads, even if a form has
 * unsaved changes. A sign-in page without a user is only refreshed, so that an email address or
 * code in its form is not lost. If the session ends without a sign-out, the state of the page stays
 * for the next sign-in of the same user.
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
