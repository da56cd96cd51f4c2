import type { Route } from "next";
import type { ReactNode } from "react";
import { HelpLink } from "@/app/_components/help-link";
import { strings } from "@/app/_components/strings";
import { Shell } from "@/components/ui/shell";
import { AccountMenu } from "@/features/account/components/account-menu";
import { ThemeSwitch } from "@/features/account/components/theme-switch";

type SiteFrameProps = {
  children: ReactNode;
  homeHref?: Route;
  navigation?: ReactNode;
  width?: "page" | "text" | "form";
  /** Whether content may come after a loading state. */
  isStreamed?: boolean;
  /** The part of the page of help that belongs to these pages. */
  helpHref?: Route | undefined;
  /** Shown instead of the link to help. */
  help?: ReactNode;
  /** Shown instead of the account menu; null for nothing. */
  account?: ReactNode;
  /** Where to go after signing out. */
  signOutNext?: string;
  /** What these pages have to say at their end. */
  footerNote?: ReactNode;
};

/** The shell with help, account menu and footer filled in; used by all layouts. */
export function SiteFrame({
  children,
  homeHref = "/",
  account,
  help,
  helpHref,
  signOutNext,
  footerNote,
  ...shell
}: SiteFrameProps) {
  return (
    <Shell
      homeHref={homeHref}
      help={help ?? <HelpLink href={helpHref} />}
      account={account === undefined ? <AccountMenu signOutNext={signOutNext} /> : account}
      footer={
        <>
          <p>{strings.footer.tagline}</p>
          {footerNote}
          <ThemeSwitch />
        </>
      }
      {...shell}
    >
      {children}
    </Shell>
  );
}
