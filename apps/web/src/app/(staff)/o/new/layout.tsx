import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import { loadMyOrgs, loadNewOrg } from "@/features/orgs/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guardedFrame(async function NewOrgLayout({ children }: LayoutProps<"/o/new">) {
  await guardDocument(async () => {
    await loadNewOrg();
    // Load the list of firms before the layout, because the height of the page depends on the
    // number of firms.
    await loadMyOrgs();
  });
  return (
    <SiteFrame width="card" homeHref="/o">
      {children}
    </SiteFrame>
  );
});
