import { ChevronsUpDown, CircleHelp, UserRound } from "lucide-react";
import Link from "next/link";
import { strings as appStrings } from "@/app/_components/strings";
import { PersonSummary } from "@/app/(staff)/o/[org]/_components/person-summary";
import { StaffTools } from "@/app/(staff)/o/[org]/_components/staff-tools";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { DetailsMenu } from "@/components/ui/details-menu";
import { Monogram } from "@/components/ui/monogram";
import { ThemeSwitch } from "@/features/account/components/theme-switch";
import { loadAvatar } from "@/features/account/loaders";
import { SignOutForm } from "@/features/auth/components/sign-out-form";
import { strings as auth } from "@/features/auth/strings";
import type { Org } from "@/features/orgs/types";
import { strings as team } from "@/features/team/strings";
import { requireSession } from "@/lib/backend/backend.server";
import { MENU, MENU_ROW } from "@/lib/style/menu";

export async function PersonMenu({ role }: { role: Org["role"] }) {
  const [{ claims }, avatar] = await Promise.all([requireSession(), loadAvatar()]);
  const address = claims.email ?? "";
  const name = avatar.name || address;
  return (
    <DetailsMenu name="account" className="max-md:absolute max-md:right-2 md:relative md:mt-1.5">
      <PersonSummary label={strings.personMenu(name, team.roles[role])} name={name}>
        <Monogram id={claims.sub} name={name} shape="person" imageUrl={avatar.url} />
        <span className="min-w-0 grow max-side:sr-only">
          <span dir="auto" className="block truncate font-semibold">
            {name}
          </span>{" "}
          <span className="block text-2xs text-ink-subtle">{team.roles[role]}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-subtle max-side:hidden" />
      </PersonSummary>
      <div className={`${MENU} max-md:top-full max-md:right-0 md:bottom-full md:left-0 md:mb-1`}>
        <p className="truncate px-2.5 py-1.5 text-xs text-ink-subtle">{address}</p>
        <ul className="mb-1 border-b border-line pb-1">
          <li>
            <Link href="/account" className={MENU_ROW}>
              <UserRound aria-hidden className="size-4 text-ink-muted" />
              {strings.account}
            </Link>
          </li>
          <StaffTools />
          <li className="md:hidden">
            <Link href="/help#staff" target="_blank" prefetch={false} className={MENU_ROW}>
              <CircleHelp aria-hidden className="size-4 text-ink-muted" />
              {strings.help} <span className="sr-only">{appStrings.newTab}</span>
            </Link>
          </li>
        </ul>
        <div className="mb-1 flex items-center justify-between border-b border-line px-2.5 pb-2">
          <span aria-hidden className="font-medium">
            {strings.theme}
          </span>
          <ThemeSwitch />
        </div>
        <SignOutForm next="/" label={auth.account.signOut} />
      </div>
    </DetailsMenu>
  );
}
