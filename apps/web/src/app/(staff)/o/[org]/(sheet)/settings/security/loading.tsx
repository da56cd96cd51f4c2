import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings as orgs } from "@/features/orgs/strings";
import { strings } from "@/features/team/strings";

export default function SecurityLoading() {
  return (
    <SectionSkeleton
      label={orgs.settings.loading}
      title={strings.security.title}
      lead={strings.security.lead}
      parts={[{ title: strings.security.policy, rows: 1 }, { title: strings.security.who }]}
    />
  );
}
