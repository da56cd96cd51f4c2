import { SettingsNavigation } from "@/app/(staff)/o/[org]/settings/_components/settings-navigation";
import { loadManagedOrg } from "@/features/orgs/loaders";

export default async function SettingsLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/settings">) {
  const org = await loadManagedOrg((await params).org);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
      <SettingsNavigation slug={org.slug} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
