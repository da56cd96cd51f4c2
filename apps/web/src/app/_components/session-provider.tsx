"use client";

import { BackendProvider } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type SessionProviderProps = Omit<ComponentProps<typeof BackendProvider>, "onUserGone" | "client">;

/** Where one shows who one is: a former user's data stands on none of these pages. */
const DOORS = /^\/(?:sign-in|sign-up|verify|forgot-password|(?:join|r)\/[^/]+)\/?$/;

/**
 * The browser's backend. When the user is gone or another one the page is loaded anew; at a door it
 * is only rendered anew, which empties the router's cache alike: a tab may hear that its session has
 * ended while an address or a code is typed, and these must stay.
 */
export function SessionProvider(props: SessionProviderProps) {
  const router = useRouter();
  const renew = () => {
    if (DOORS.test(window.location.pathname)) router.refresh();
    else window.location.reload();
  };
  return <BackendProvider {...props} onUserGone={renew} />;
}
