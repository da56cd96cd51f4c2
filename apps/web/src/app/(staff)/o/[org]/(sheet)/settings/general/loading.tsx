import { SettingsSkeleton } from "@/app/(staff)/o/[org]/(sheet)/settings/_components/settings-skeleton";
import { strings } from "@/features/orgs/strings";

const texts = strings.general;

export default function GeneralLoading() {
  return (
    <SettingsSkeleton
      title={texts.title}
      lead={texts.lead}
      section={texts.profile}
      fields={[
        { label: texts.name },
        { label: texts.slug, hint: texts.slugHint },
        { label: texts.replyEmail, hint: texts.replyEmailHint },
        { label: texts.timeZone, hint: texts.timeZoneHint },
      ]}
    />
  );
}
