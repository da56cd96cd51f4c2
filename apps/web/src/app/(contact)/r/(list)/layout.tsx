import type { ReactNode } from "react";
import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import MyRequestsPage from "@/app/(contact)/r/(list)/page";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { loadMyRequests } from "@/features/portal/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guardedFrame(async function MyRequestsLayout({ children }: { children: ReactNode }) {
  await guardDocument(loadMyRequests);
  return (
    <SiteFrame isStreamed width="text" homeHref="/r" signOutNext="/r">
      <WithoutScripts>
        <MyRequestsPage />
      </WithoutScripts>
      {children}
    </SiteFrame>
  );
});
