import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/orgs/strings";

const texts = strings.general;

export default function GeneralLoading() {
  return (
    <SectionSkeleton
      label={strings.settings.loading}
      title={texts.title}
      lead={texts.lead}
      parts={[
        {
          title: texts.profile,
          fields: [
            { label: texts.name },
            { label: texts.slug, hint: texts.slugHint },
            { label: texts.replyEmail, hint: texts.replyEmailHint },
            {
              label: texts.postalAddress,
              hint: texts.postalAddressHint,
              optional: true,
            },
            { label: texts.timeZone, hint: texts.timeZoneHint },
          ],
        },
      ]}
    />
  );
}
