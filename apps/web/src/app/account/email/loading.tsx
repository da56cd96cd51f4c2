import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/account/strings";

const texts = strings.email;

/** As long as a typical email address. */
const ADDRESS = "someone@company.example";

export default function EmailLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={texts.title} lead={texts.lead(ADDRESS)} />
      <Card as="div">
        <div data-place="form" className="flex flex-col gap-5">
          <FieldSkeleton label={texts.field} hint={texts.hint} />
          <ButtonSkeleton className="self-start">{texts.submit}</ButtonSkeleton>
        </div>
      </Card>
    </SkeletonPage>
  );
}
