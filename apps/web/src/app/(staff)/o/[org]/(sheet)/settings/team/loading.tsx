import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings as orgs } from "@/features/orgs/strings";
import { strings } from "@/features/team/strings";

export default function TeamLoading() {
  return (
    <SectionSkeleton
      label={orgs.settings.loading}
      title={strings.list.title}
      lead={strings.list.lead}
      parts={[{ title: strings.list.members }, { title: strings.invitations.title, rows: 1 }]}
    />
  );
}
