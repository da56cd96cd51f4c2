import { SettingsSkeleton } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-skeleton";
import { strings } from "@/features/orgs/strings";

const { brand, logo } = strings;

export default function BrandLoading() {
  return (
    <SettingsSkeleton
      title={brand.title}
      lead={brand.lead}
      section={logo.title}
      sectionLead={logo.lead}
    />
  );
}
