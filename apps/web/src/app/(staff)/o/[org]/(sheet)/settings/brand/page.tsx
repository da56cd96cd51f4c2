import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionPart } from "@/components/ui/sectioned-page";
import { BrandForm } from "@/features/orgs/components/brand-form";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { LogoForm } from "@/features/orgs/components/logo-form";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrgSettings } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";

const texts = strings.brand;

export const metadata: Metadata = { title: texts.title };

export default guarded(async function BrandPage({ params }: PageProps<"/o/[org]/settings/brand">) {
  const org = await loadOrgSettings((await params).org);
  return (
    <>
      <SectionHeader title={texts.title} lead={texts.lead} />
      <PreviewColors color={org.brandColor} />
      <BrandForm org={org} logo={<FirmLogo size={32} name={org.name} logoPath={org.logoPath} />}>
        <SectionPart id="logo" title={strings.logo.title} lead={strings.logo.lead} isWide>
          <LogoForm
            org={{ slug: org.slug, logoPath: org.logoPath }}
            logo={<FirmLogo size={40} name={org.name} logoPath={org.logoPath} />}
          />
        </SectionPart>
      </BrandForm>
    </>
  );
});
