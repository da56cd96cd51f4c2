import type { Route } from "next";
import type { ReactNode } from "react";
import { FailureBoundary } from "@/app/_components/failure/failure-boundary";
import { HelpLink } from "@/app/_components/help-link";
import { strings } from "@/app/_components/strings";
import { Shell } from "@/components/ui/shell";
import { AccountMenu } from "@/features/account/components/account-menu";
import { ThemeSwitch } from "@/features/account/components/theme-switch";

type SiteFrameProps = {
  children: ReactNode;
  homeHref?: Route;
  navigation?: ReactNode;
  width?: "page" | "text" | "form" | "card";
  helpHref?: Route | undefined;
  help?: ReactNode;
  account?: ReactNode;
  signOutNext?: string;
  footerNote?: ReactNode;
};

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
      <FailureBoundary>{children}</FailureBoundary>
    </Shell>
  );
}
