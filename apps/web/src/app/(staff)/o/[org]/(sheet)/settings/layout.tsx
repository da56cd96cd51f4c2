import { guarded } from "@/app/_components/guarded";
import { SettingsNavigation } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-navigation";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadManagedOrg } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { guardDocument } from "@/lib/http/document-request.server";

export default guarded(async function SettingsLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/settings">) {
  const { org } = await params;
  await guardDocument(() => loadManagedOrg(org));
  return (
    <>
      <SheetHeader title={strings.settings.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-10">
        <SettingsNavigation slug={org} />
        <div className="max-w-[50rem] min-w-0">{children}</div>
      </div>
    </>
  );
});
