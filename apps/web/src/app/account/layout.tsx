import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import { AccountNavigation } from "@/app/account/_components/account-navigation";
import { requireFactor } from "@/features/mfa/loaders";
import { requireSession } from "@/lib/backend/backend.server";
import { guardDocument } from "@/lib/http/document-request.server";
import { requestPathWithin } from "@/lib/http/request-path.server";

export default guardedFrame(async function AccountLayout({ children }: LayoutProps<"/account">) {
  const session = await requireSession();
  await guardDocument(async () => requireFactor(session, await requestPathWithin("/account")));
  return (
    <SiteFrame isStreamed width="text">
      <AccountNavigation />
      {children}
    </SiteFrame>
  );
});
