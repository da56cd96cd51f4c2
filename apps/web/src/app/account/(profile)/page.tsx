import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { AvatarUpload } from "@/features/account/components/avatar-upload";
import { ProfileForm } from "@/features/account/components/profile-form";
import { loadProfile } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";
import { readTheme } from "@/lib/theme.server";

export const metadata: Metadata = { title: strings.profile.title };

export default guarded(async function AccountPage() {
  const [profile, theme] = await Promise.all([loadProfile(), readTheme()]);
  return (
    <>
      <PageHeader title={strings.profile.title} lead={strings.profile.lead} />
      <div className="flex flex-col gap-6">
        <Card labelledBy="picture-title">
          <h2 id="picture-title" className="mb-4 text-lg font-heading">
            {strings.avatar.title}
          </h2>
          <AvatarUpload userId={profile.userId} name={profile.name} url={profile.avatarUrl} />
        </Card>
        <Card as="div">
          <ProfileForm
            name={profile.name}
            theme={theme}
            singleKeys={profile.preferences.single_keys}
          />
        </Card>
      </div>
    </>
  );
});
