import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings as orgs } from "@/features/orgs/strings";
import { strings } from "@/features/reminders/strings";

export default function RemindersLoading() {
  return (
    <SectionSkeleton
      label={orgs.settings.loading}
      title={strings.title}
      lead={strings.lead}
      parts={[
        {
          fields: [
            { label: strings.before, hint: strings.beforeHint },
            { label: strings.after, hint: strings.afterHint },
            { label: strings.every, hint: strings.everyHint },
          ],
        },
      ]}
    />
  );
}
