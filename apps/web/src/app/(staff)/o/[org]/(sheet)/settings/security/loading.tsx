import { SettingsSkeleton } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-skeleton";
import { strings } from "@/features/team/strings";

export default function SecurityLoading() {
  return (
    <SettingsSkeleton
      title={strings.security.title}
      lead={strings.security.lead}
      section={strings.security.policy}
    />
  );
}
