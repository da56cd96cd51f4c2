import { FailureBoundary } from "@/app/_components/failure/failure-boundary";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { Sidebar } from "@/app/(staff)/o/[org]/_components/sidebar";
import { SheetFrame } from "@/components/ui/sheet";
import { UploadsNotice } from "@/features/files/components/uploads-notice";
import { InboxMark } from "@/features/inbox/components/inbox-tabs";
import { loadWorkCounts } from "@/features/inbox/loaders";
import { loadOrg } from "@/features/orgs/loaders";

export default guardedFrame(async function SheetLayout({
  children,
  params,
}: LayoutProps<"/o/[org]">) {
  const { org: slug } = await params;
  const [org, counts] = await Promise.all([loadOrg(slug), loadWorkCounts(slug)]);
  return (
    <SheetFrame sidebar={<Sidebar org={org} counts={counts} />}>
      <InboxMark counts={counts} />
      <UploadsNotice />
      <FailureBoundary>{children}</FailureBoundary>
    </SheetFrame>
  );
});
