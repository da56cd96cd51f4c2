import { ChevronsUpDown, UserRound } from "lucide-react";
import Link from "next/link";
import { StaffTools } from "@/app/(staff)/o/[org]/_components/staff-tools";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { DetailsMenu } from "@/components/ui/details-menu";
import { MENU, MENU_ROW } from "@/components/ui/menu";
import { Monogram } from "@/components/ui/monogram";
import { ThemeSwitch } from "@/features/account/components/theme-switch";
import { loadFace } from "@/features/account/loaders";
import { SignOutForm } from "@/features/auth/components/sign-out-form";
import { strings as auth } from "@/features/auth/strings";
import type { Org } from "@/features/orgs/types";
import { strings as team } from "@/features/team/strings";
import { requireSession } from "@/lib/backend/backend.server";

/** The signed-in person. The menu works without scripts. */
export async function PersonMenu({ role }: { role: Org["role"] }) {
  const [{ claims }, face] = await Promise.all([requireSession(), loadFace()]);
  const address = claims.email ?? "";
  const name = face.name || address;
  return (
    <DetailsMenu name="account" className="relative md:mt-1.5">
      <summary
        aria-label={strings.personMenu(name, team.roles[role])}
        title={name}
        className="flex min-h-11 list-none items-center gap-2.5 rounded-box px-2 hover:bg-hover-canvas max-side:justify-center max-side:px-0 max-md:size-11"
      >
        <Monogram id={claims.sub} name={name} shape="person" imageUrl={face.url} />
        <span className="min-w-0 grow max-side:sr-only">
          <span dir="auto" className="block truncate font-semibold">
            {name}
          </span>{" "}
          <span className="block text-2xs text-ink-subtle">{team.roles[role]}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-subtle max-side:hidden" />
      </summary>
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
