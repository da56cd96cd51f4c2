import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/orgs/strings";

export default function BrandLoading() {
  return (
    <SectionSkeleton
      label={strings.settings.loading}
      title={strings.brand.title}
      lead={strings.brand.lead}
      parts={[{ title: strings.logo.title, lead: strings.logo.lead, rows: 1 }]}
    />
  );
}
