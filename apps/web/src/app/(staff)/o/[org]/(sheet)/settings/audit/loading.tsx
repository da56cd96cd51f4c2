import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/audit/strings";
import { strings as orgs } from "@/features/orgs/strings";

export default function AuditLoading() {
  return (
    <SectionSkeleton
      label={orgs.settings.loading}
      title={strings.title}
      lead={strings.lead}
      parts={[
        { title: strings.verify.title, lead: strings.verify.lead, rows: 1 },
        { title: strings.list.title, rows: 8 },
      ]}
    />
  );
}
