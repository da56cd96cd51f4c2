import { SettingsSkeleton } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-skeleton";
import { strings } from "@/features/audit/strings";

export default function AuditLoading() {
  return (
    <SettingsSkeleton
      title={strings.title}
      lead={strings.lead}
      section={strings.verify.title}
      sectionLead={strings.verify.lead}
    />
  );
}
