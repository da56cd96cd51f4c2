import type { Route } from "next";
import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import { OrgNavigation } from "@/app/(staff)/o/[org]/_components/org-navigation";
import { StaffKeys } from "@/app/(staff)/o/[org]/_components/staff-keys";
import { StaffTools } from "@/app/(staff)/o/[org]/_components/staff-tools";
import { ToastProvider } from "@/components/ui/toast";
import { AccountMenu } from "@/features/account/components/account-menu";
import { loadSingleKeys } from "@/features/account/loaders";
import { UploadsNotice } from "@/features/files/components/uploads-notice";
import { ZoneNotice } from "@/features/orgs/components/zone-notice";
import { loadOrg } from "@/features/orgs/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import { SINGLE_KEYS_OFF } from "@/lib/single-keys";

export default guardedFrame(async function OrgLayout({
  children,
  params,
}: LayoutProps<"/o/[org]">) {
  const org = await loadOrg((await params).org);
  const singleKeys = await loadSingleKeys();
  return (
    <SiteFrame
      isStreamed
      account={
        <AccountMenu>
          <StaffTools />
        </AccountMenu>
      }
      helpHref="/help#staff"
      footerNote={<ZoneNotice name={org.name} timeZone={org.timeZone} />}
      homeHref={`/o/${org.slug}` as Route}
      navigation={
        <OrgNavigation slug={org.slug} name={org.name} canManage={canManageOrg(org.role)} />
      }
    >
      <UploadsNotice />
      <ToastProvider>{children}</ToastProvider>
      <StaffKeys slug={org.slug} canManage={canManageOrg(org.role)} />
      {singleKeys ? null : <span hidden {...{ [SINGLE_KEYS_OFF]: "" }} />}
    </SiteFrame>
  );
});
