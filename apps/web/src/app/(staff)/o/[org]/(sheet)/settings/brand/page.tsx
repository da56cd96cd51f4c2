import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { BrandForm } from "@/features/orgs/components/brand-form";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { LogoForm } from "@/features/orgs/components/logo-form";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { SettingsSection } from "@/features/orgs/components/settings-section";
import { loadOrgSettings } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";

const texts = strings.brand;

export const metadata: Metadata = { title: texts.title };

export default guarded(async function BrandPage({ params }: PageProps<"/o/[org]/settings/brand">) {
  const org = await loadOrgSettings((await params).org);
  return (
    <>
      <SectionHeader title={texts.title} lead={texts.lead} />
      <div className="flex flex-col gap-6">
        <SettingsSection id="logo" title={strings.logo.title} lead={strings.logo.lead}>
          <div className="flex flex-wrap items-start gap-4">
            <FirmLogo size={40} name={org.name} logoPath={org.logoPath} />
            <LogoForm org={{ id: org.id, slug: org.slug, logoPath: org.logoPath }} />
          </div>
        </SettingsSection>
        <SettingsSection id="color" title={texts.color} lead={texts.colorHint}>
          <PreviewColors color={org.brandColor} />
          <BrandForm
            org={org}
            logo={<FirmLogo size={32} name={org.name} logoPath={org.logoPath} />}
          />
        </SettingsSection>
      </div>
    </>
  );
});
