import { guardedFrame } from "@/app/_components/guarded-frame";
import { StaffKeys } from "@/app/(staff)/o/[org]/_components/staff-keys";
import { ToastProvider } from "@/components/ui/toast";
import { loadSingleKeys } from "@/features/account/loaders";
import { loadOrg } from "@/features/orgs/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import { requireSession } from "@/lib/backend/backend.server";
import { SINGLE_KEYS_OFF } from "@/lib/browser/single-keys";

export default guardedFrame(async function OrgLayout({
  children,
  params,
}: LayoutProps<"/o/[org]">) {
  const org = await loadOrg((await params).org);
  const session = await requireSession();
  const singleKeys = await loadSingleKeys();
  return (
    <>
      <ToastProvider>
        {children}
        <StaffKeys slug={org.slug} userId={session.claims.sub} canManage={canManageOrg(org.role)} />
      </ToastProvider>
      {singleKeys ? null : <span hidden {...{ [SINGLE_KEYS_OFF]: "" }} />}
    </>
  );
});
