"use client";

import { usePathname } from "next/navigation";
import { ButtonLink } from "@/components/ui/button";

const TEXTS = { signIn: "Sign in", create: "Create your firm" } as const;

export function GuestLink() {
  if (usePathname() !== "/sign-in") {
    return (
      <ButtonLink href="/sign-in" variant="quiet" size="sm" className="-mr-2.5 font-medium!">
        {TEXTS.signIn}
      </ButtonLink>
    );
  }
  // On narrow phones, this link would need a second row in the header. The page contains the same
  // link.
  return (
    <span data-wide-only className="contents max-[26rem]:hidden">
      <ButtonLink href="/sign-up" variant="quiet" size="sm" className="-mr-2.5 font-medium!">
        {TEXTS.create}
      </ButtonLink>
    </span>
  );
}
