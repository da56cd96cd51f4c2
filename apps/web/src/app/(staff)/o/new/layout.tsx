import { guardedFrame } from "@/app/_components/guarded-frame";
import { SiteFrame } from "@/app/_components/site-frame";
import { loadMyOrgs, loadNewOrg } from "@/features/orgs/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guardedFrame(async function NewOrgLayout({ children }: LayoutProps<"/o/new">) {
  await guardDocument(async () => {
    await loadNewOrg();
    // The height of the page depends on the number of firms, so load the firms before the response
    // starts.
    await loadMyOrgs();
  });
  return (
    <SiteFrame width="card" homeHref="/o">
      {children}
    </SiteFrame>
  );
});
