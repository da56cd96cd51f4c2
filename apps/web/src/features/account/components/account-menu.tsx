import { Building2, ChevronDown, ShieldCheck, UserRound } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { DetailsMenu } from "@/components/ui/details-menu";
import { OwnFace } from "@/features/account/components/own-face";
import { SignOutForm } from "@/features/auth/components/sign-out-form";
import { strings } from "@/features/auth/strings";
import { getSession } from "@/lib/backend/backend.server";

const LINKS = [
  { href: "/account" as Route, label: strings.account.profile, icon: UserRound },
  { href: "/account/security" as Route, label: strings.account.security, icon: ShieldCheck },
  { href: "/o" as Route, label: strings.account.orgs, icon: Building2 },
];

/** This menu also works without scripts. */
export async function AccountMenu({
  signOutNext = "/",
  children,
}: {
  signOutNext?: string | undefined;
  children?: ReactNode;
}) {
  const session = await getSession();
  // The user may still be signed in, so show no link to sign in. The banner explains the outage.
  if (session.status === "unavailable") return null;
  if (session.status === "unauthenticated") {
    return (
      <ButtonLink href="/sign-in" variant="quiet" size="sm">
        {strings.signIn.title}
      </ButtonLink>
    );
  }
  const address = session.claims.email ?? "";
  return (
    <DetailsMenu name="account" className="group relative">
      <summary
        aria-label={strings.account.menu(address)}
        className="flex min-h-11 list-none items-center gap-2 rounded-md px-2 text-sm font-medium hover:bg-hover"
      >
        <OwnFace userId={session.claims.sub} address={address} />
        <span className="hidden max-w-56 truncate sm:inline">{address}</span>
        <ChevronDown aria-hidden className="size-4 text-ink-muted group-open:rotate-180" />
      </summary>
      <div className="absolute right-0 z-30 mt-1 w-64 rounded-lg border border-line bg-surface p-2 shadow-raised">
        <p className="truncate px-3 py-2 text-sm text-ink-muted">{address}</p>
        <ul className="mb-1 border-b border-line pb-1">
          {LINKS.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href}
                className="flex min-h-11 items-center gap-2 rounded-md px-3 font-medium hover:bg-hover"
              >
                <Icon aria-hidden className="size-4 text-ink-muted" />
                {label}
              </Link>
            </li>
          ))}
          {children}
        </ul>
        <SignOutForm next={signOutNext} label={strings.account.signOut} />
      </div>
    </DetailsMenu>
  );
}
