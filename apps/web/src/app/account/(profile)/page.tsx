import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Monogram } from "@/components/ui/monogram";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionColumns } from "@/components/ui/sectioned-page";
import { AvatarForm } from "@/features/account/components/avatar-form";
import { ProfileForm } from "@/features/account/components/profile-form";
import { loadProfile } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";
import { loadPlaces } from "@/features/orgs/loaders";
import { readTheme } from "@/lib/style/theme.server";

const texts = strings.profile;

export const metadata: Metadata = { title: strings.title };

export default guarded(async function AccountPage() {
  const [profile, theme, { firms }] = await Promise.all([loadProfile(), readTheme(), loadPlaces()]);
  const { userId, name, avatarUrl } = profile;
  return (
    <>
      <SectionHeader title={texts.title} />
      <SectionColumns
        id="profile-part"
        aside={
          <>
            <p className="mb-2 font-semibold">{texts.example}</p>
            <p className="flex items-center gap-2.5 rounded-lg border border-line p-4 text-sm font-semibold text-ink">
              <Monogram id={userId} name={name} shape="person" imageUrl={avatarUrl} />
              <span dir="auto" className="min-w-0 truncate">
                {name}
              </span>
            </p>
            {firms ? <p className="mt-2">{texts.exampleText}</p> : null}
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <AvatarForm userId={userId} name={name} url={avatarUrl} />
          <ProfileForm
            name={name}
            theme={theme}
            singleKeys={profile.preferences.singleKeys}
            hasKeys={firms}
          />
        </div>
      </SectionColumns>
    </>
  );
});
