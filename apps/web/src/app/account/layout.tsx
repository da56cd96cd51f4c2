import { SiteFrame } from "@/app/_components/site-frame";
import { AccountNavigation } from "@/app/account/_components/account-navigation";
import { requireSession } from "@/lib/backend.server";

/** Frame of the pages about one's own account, and their guard. */
export default async function AccountLayout({ children }: LayoutProps<"/account">) {
  await requireSession();
  return (
    <SiteFrame width="text">
      <AccountNavigation />
      {children}
    </SiteFrame>
  );
}
