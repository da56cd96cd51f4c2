import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/account/strings";

const { avatar, profile, theme } = strings;

export default function ProfileLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={profile.title} lead={profile.lead} />
      <div className="flex flex-col gap-6">
        <Card as="div">
          <div data-place="picture" className="mb-4 text-lg font-heading">
            <SkeletonText>{avatar.title}</SkeletonText>
          </div>
          <div className="flex flex-wrap items-center gap-5">
            <Skeleton className="size-20 shrink-0 rounded-full" />
            <div className="flex min-w-0 grow basis-60 flex-col gap-3">
              <div>
                <ButtonSkeleton variant="secondary" hasIcon>
                  {avatar.choose}
                </ButtonSkeleton>
              </div>
              <p className="text-sm">
                <SkeletonText>{avatar.hint}</SkeletonText>
              </p>
            </div>
          </div>
        </Card>
        <Card as="div">
          <div data-place="profile" className="flex flex-col gap-5">
            <FieldSkeleton label={profile.name} />
            <FieldSkeleton label={theme.legend} hint={profile.themeHint} className="max-w-72" />
            <FieldSkeleton label={profile.singleKeys} className="max-w-72" />
            <div>
              <ButtonSkeleton>{profile.submit}</ButtonSkeleton>
            </div>
          </div>
        </Card>
      </div>
    </SkeletonPage>
  );
}
