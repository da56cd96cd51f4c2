import type { ReactNode } from "react";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { SiteFrame } from "@/app/_components/site-frame";
import { loadMyOrgs } from "@/features/orgs/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guardedFrame(async function OrgsLayout({ children }: { children: ReactNode }) {
  await guardDocument(loadMyOrgs);
  return (
    <SiteFrame width="card" homeHref="/o">
      {children}
    </SiteFrame>
  );
});
