import type { ReactNode } from "react";
import { SiteFrame } from "@/app/_components/site-frame";
import { GuestLink } from "@/app/(public)/(auth)/_components/guest-link";
import { AccountMenu } from "@/features/account/components/account-menu";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame width="card" account={<AccountMenu guest={<GuestLink />} />}>
      {children}
    </SiteFrame>
  );
}
