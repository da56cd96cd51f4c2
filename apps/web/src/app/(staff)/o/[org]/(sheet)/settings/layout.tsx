import { guarded } from "@/app/_components/guarded";
import { SectionedPage } from "@/components/ui/sectioned-page";
import { loadManagedOrg } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { guardDocument } from "@/lib/http/document-request.server";

const texts = strings.settings;

export default guarded(async function SettingsLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/settings">) {
  const { org } = await params;
  await guardDocument(() => loadManagedOrg(org));
  return (
    <SectionedPage
      title={texts.title}
      navigation={texts.navigation}
      links={Object.entries(texts.sections).map(([path, label]) => ({
        href: `/o/${org}/settings/${path}`,
        label,
      }))}
    >
      {children}
    </SectionedPage>
  );
});
