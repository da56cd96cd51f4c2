import { Building2, CircleHelp, ClipboardList, Menu, ShieldCheck, UserRound } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { strings } from "@/app/_components/strings";
import { DetailsMenu } from "@/components/ui/details-menu";
import { ThemeSwitch } from "@/features/account/components/theme-switch";
import { SignOutForm } from "@/features/auth/components/sign-out-form";
import { strings as authStrings } from "@/features/auth/strings";
import { loadContactMenu } from "@/features/portal/loaders";
import { MENU, MENU_ROW } from "@/lib/style/menu";

const texts = strings.contactMenu;
const ICON = "size-5 text-ink-muted";

function Row({ href, icon, children }: { href: Route; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link href={href} className={MENU_ROW}>
        {icon}
        {children}
      </Link>
    </li>
  );
}

export async function ContactMenu({
  helpHref,
  signOutNext,
}: {
  helpHref: Route;
  signOutNext: string;
}) {
  const { address, requests, isStaff } = await loadContactMenu();
  const hasSeveral = requests > 1;
  return (
    <DetailsMenu name="account" className="relative shrink-0">
      <summary
        aria-label={address === null ? texts.menu : authStrings.account.menu(address)}
        title={texts.menu}
        className="grid size-11 list-none place-items-center rounded-box hover:bg-hover [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden className="size-5" />
      </summary>
      <div className={`${MENU} top-full right-0`}>
        {address === null ? null : (
          <p className="truncate px-2.5 py-1.5 text-xs text-ink-subtle">{address}</p>
        )}
        <ul className="mb-1 border-b border-line pb-1">
          <li>
            <Link href={helpHref} target="_blank" prefetch={false} className={MENU_ROW}>
              <CircleHelp aria-hidden className={ICON} />
              <span>
                {strings.help}
                <span className="sr-only"> {strings.newTab}</span>
              </span>
            </Link>
          </li>
          {hasSeveral ? (
            <Row href="/r" icon={<ClipboardList aria-hidden className={ICON} />}>
              {texts.requests(requests)}
            </Row>
          ) : null}
          {address === null ? null : (
            <>
              <Row href="/account" icon={<UserRound aria-hidden className={ICON} />}>
                {authStrings.account.profile}
              </Row>
              <Row href="/account/security" icon={<ShieldCheck aria-hidden className={ICON} />}>
                {authStrings.account.security}
              </Row>
            </>
          )}
          {isStaff ? (
            <Row href="/o" icon={<Building2 aria-hidden className={ICON} />}>
              {authStrings.account.orgs}
            </Row>
          ) : null}
        </ul>
        <div className="flex items-center justify-between px-2.5 py-1">
          <span aria-hidden className="font-medium">
            {texts.theme}
          </span>
          <ThemeSwitch />
        </div>
        {address === null ? null : (
          <div className="mt-1 border-t border-line pt-1">
            <SignOutForm
              next={signOutNext}
              label={authStrings.account.signOut}
              iconClassName="size-5 text-ink-muted"
            />
          </div>
        )}
      </div>
    </DetailsMenu>
  );
}
