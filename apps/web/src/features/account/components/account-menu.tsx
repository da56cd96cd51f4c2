import { Building2, ClipboardList, type LucideIcon, ShieldCheck, UserRound } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Deferred } from "@/components/ui/deferred";
import { DetailsMenu } from "@/components/ui/details-menu";
import { AccountButton } from "@/features/account/components/account-button";
import { SignOutForm } from "@/features/auth/components/sign-out-form";
import { strings } from "@/features/auth/strings";
import { loadPlaces } from "@/features/orgs/loaders";
import { getSession } from "@/lib/backend/backend.server";
import { isDocumentRequest } from "@/lib/http/document-request.server";

type AccountLink = { href: Route; label: string; icon: LucideIcon };

const LINKS: readonly AccountLink[] = [
  { href: "/account" as Route, label: strings.account.profile, icon: UserRound },
  { href: "/account/security" as Route, label: strings.account.security, icon: ShieldCheck },
];
const FIRMS = { href: "/o" as Route, label: strings.account.orgs, icon: Building2 };

function Links({ links }: { links: readonly AccountLink[] }) {
  return links.map(({ href, label, icon: Icon }) => (
    <li key={href}>
      <Link
        href={href}
        className="flex min-h-11 items-center gap-2 rounded-md px-3 font-medium hover:bg-hover"
      >
        <Icon aria-hidden className="size-4 text-ink-muted" />
        {label}
      </Link>
    </li>
  ));
}

async function PlaceLinks() {
  const { firms, requests } = await loadPlaces();
  const toRequests = {
    href: "/r" as Route,
    label: strings.account.requests,
    icon: ClipboardList,
  };
  return <Links links={[...(requests ? [toRequests] : []), ...LINKS, ...(firms ? [FIRMS] : [])]} />;
}

export async function AccountMenu({
  signOutNext = "/",
  guest = (
    <ButtonLink href="/sign-in" variant="quiet" size="sm" className="-mr-2.5 font-medium!">
      {strings.signIn.title}
    </ButtonLink>
  ),
  children,
}: {
  signOutNext?: string | undefined;
  guest?: ReactNode;
  children?: ReactNode;
}) {
  const session = await getSession();
  // During an outage, the user may still be signed in, so show no link to sign in.
  if (session.status === "unavailable") return null;
  if (session.status === "unauthenticated") return guest;
  const address = session.claims.email ?? "";
  const isDocument = await isDocumentRequest();
  return (
    <DetailsMenu name="account" className="group relative">
      <AccountButton userId={session.claims.sub} address={address} />
      <div className="absolute right-0 z-30 mt-1 raised w-64 rounded-lg p-2">
        <p className="truncate px-3 py-2 text-sm text-ink-muted">{address}</p>
        <ul className="mb-1 border-b border-line pb-1">
          <Deferred isDocument={isDocument} fallback={<Links links={LINKS} />}>
            <PlaceLinks />
          </Deferred>
          {children}
        </ul>
        <SignOutForm next={signOutNext} label={strings.account.signOut} />
      </div>
    </DetailsMenu>
  );
}
