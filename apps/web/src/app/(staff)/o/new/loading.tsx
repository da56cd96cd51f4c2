import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/orgs/strings";

const texts = strings.create;

export default function NewOrgLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={texts.title} lead={texts.lead} />
      <div className="flex flex-col gap-5">
        <FieldSkeleton label={texts.name} />
        <FieldSkeleton label={texts.slug} hint={texts.slugHint} />
        <FieldSkeleton label={texts.timeZone} hint={texts.timeZoneHint} />
        <ButtonSkeleton>{texts.submit}</ButtonSkeleton>
      </div>
      <p className="mt-6 text-sm">
        <SkeletonText>{texts.invited}</SkeletonText>
      </p>
    </SkeletonPage>
  );
}
