import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/account/strings";

const texts = strings.deletion;

export default function DeleteAccountLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={texts.title} lead={texts.lead} />
      <Card as="div">
        <div data-place="consequences" className="mb-6 space-y-2 pl-5">
          {texts.consequences.map((consequence) => (
            <p key={consequence}>
              <SkeletonText>{consequence}</SkeletonText>
            </p>
          ))}
        </div>
        <div className="flex flex-col gap-5">
          <FieldSkeleton label={texts.field} />
          <ButtonSkeleton className="self-start">{texts.submit}</ButtonSkeleton>
        </div>
      </Card>
    </SkeletonPage>
  );
}
