import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { SkeletonPage } from "@/components/ui/skeleton";
import { composer, list } from "@/features/requests/strings";

export default function NewRequestLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton
        title={composer.newTitle}
        lead={composer.newLead}
        crumbs={[list.title]}
      />
      <div className="flex flex-col gap-8">
        <div className="flex max-w-form flex-col gap-5">
          <FieldSkeleton label={composer.client} />
          <FieldSkeleton label={composer.template} hint={composer.templateHint} optional />
          <div>
            <ButtonSkeleton>{composer.continue}</ButtonSkeleton>
          </div>
        </div>
        <div>
          <ButtonSkeleton variant="secondary">{composer.addClient}</ButtonSkeleton>
        </div>
      </div>
    </SkeletonPage>
  );
}
