import { SettingsSkeleton } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-skeleton";
import { strings } from "@/features/reminders/strings";

export default function RemindersLoading() {
  return (
    <SettingsSkeleton
      title={strings.title}
      lead={strings.lead}
      section={strings.plan}
      fields={[
        { label: strings.before, hint: strings.beforeHint },
        { label: strings.after, hint: strings.afterHint },
        { label: strings.every, hint: strings.everyHint },
      ]}
    />
  );
}
