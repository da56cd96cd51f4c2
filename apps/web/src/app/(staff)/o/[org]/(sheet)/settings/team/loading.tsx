import { SettingsSkeleton } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-skeleton";
import { strings } from "@/features/team/strings";

export default function TeamLoading() {
  return (
    <SettingsSkeleton
      title={strings.list.title}
      lead={strings.list.lead}
      section={strings.list.members}
    />
  );
}
