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
  /** True if content may be streamed after a loading state. */
  isStreamed?: boolean;
  /** The section of the help page for these pages. */
  helpHref?: Route | undefined;
  /** Replaces the link to help. */
  help?: ReactNode;
  /** Replaces the account menu. Null shows nothing. */
  account?: ReactNode;
  /** Path to open after signing out. */
  signOutNext?: string;
  /** Shown in the footer of these pages. */
  footerNote?: ReactNode;
};

/** All layouts use this frame with help, account menu and footer. */
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
