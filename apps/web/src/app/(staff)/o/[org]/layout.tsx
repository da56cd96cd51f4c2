import type { Route } from "next";
import { SiteFrame } from "@/app/_components/site-frame";
import { OrgNavigation } from "@/app/(staff)/o/[org]/_components/org-navigation";
import { ToastProvider } from "@/components/ui/toast";
import { loadOrg } from "@/features/orgs/loaders";
import { canManageOrg } from "@/features/orgs/permissions";

export default async function OrgLayout({ children, params }: LayoutProps<"/o/[org]">) {
  const org = await loadOrg((await params).org);
  return (
    <SiteFrame
      homeHref={`/o/${org.slug}` as Route}
      navigation={
        <OrgNavigation slug={org.slug} name={org.name} canManage={canManageOrg(org.role)} />
      }
    >
      <ToastProvider>{children}</ToastProvider>
    </SiteFrame>
  );
}
