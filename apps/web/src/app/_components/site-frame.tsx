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
  /** Set if content may come after a loading state. */
  isStreamed?: boolean;
  /** The part of the help page about these pages. */
  helpHref?: Route | undefined;
  /** Shown instead of the link to help. */
  help?: ReactNode;
  /** Shown instead of the account menu; null for nothing. */
  account?: ReactNode;
  /** Path to continue to after signing out. */
  signOutNext?: string;
  /** A note of these pages in the footer. */
  footerNote?: ReactNode;
};

/** The shell with help, account menu and footer. All layouts use it. */
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
