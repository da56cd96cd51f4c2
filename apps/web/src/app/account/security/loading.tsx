import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/account/strings";
import { strings as auth } from "@/features/auth/strings";

const { factors, password } = strings;

export default function SecurityLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={strings.security.title} />
      <div className="flex flex-col gap-6">
        <Card as="div">
          <div data-place="factors" className="text-lg font-heading">
            <SkeletonText>{factors.title}</SkeletonText>
          </div>
          <p className="mt-3">
            <SkeletonText>{factors.none}</SkeletonText>
          </p>
          <Skeleton className="mt-4 h-40" />
        </Card>
        <Card as="div">
          <div className="text-lg font-heading">
            <SkeletonText>{password.title}</SkeletonText>
          </div>
          <p className="mt-1 mb-4">
            <SkeletonText>{password.lead}</SkeletonText>
          </p>
          <div className="flex flex-col gap-5">
            <FieldSkeleton label={auth.fields.newPassword} hint={auth.fields.passwordRule} />
            <ButtonSkeleton className="self-start">{password.submit}</ButtonSkeleton>
          </div>
        </Card>
      </div>
    </SkeletonPage>
  );
}
