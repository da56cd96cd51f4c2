import { SectionSkeleton } from "@/components/ui/sectioned-page";
import { strings } from "@/features/account/strings";

const { avatar, profile, theme } = strings;

export default function ProfileLoading() {
  return (
    <SectionSkeleton
      label={strings.loading}
      title={profile.title}
      parts={[
        {
          fields: [
            { label: avatar.title, hint: avatar.hint },
            { label: profile.name },
            { label: theme.legend, hint: profile.themeHint },
            { label: profile.singleKeys },
          ],
        },
      ]}
    />
  );
}
