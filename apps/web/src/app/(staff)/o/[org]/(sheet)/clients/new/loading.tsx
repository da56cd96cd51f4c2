import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { FormColumns } from "@/components/ui/sectioned-page";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";

export default function NewClientLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton
        title={strings.addTitle}
        lead={strings.addLead}
        crumbs={[strings.title]}
      />
      <FormColumns
        aside={
          <>
            <p className="mb-2 font-semibold">
              <SkeletonText>{strings.email.title}</SkeletonText>
            </p>
            <Skeleton className="h-56 max-w-form rounded-lg" />
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <FieldSkeleton label={strings.name} hint={strings.nameHint} />
          <FieldSkeleton label={strings.ref} hint={strings.refHint} className="max-w-50" optional />
          <div className="mt-2 text-lg font-heading">
            <SkeletonText>{strings.contactHeading}</SkeletonText>
          </div>
          <FieldSkeleton label={strings.contactName} />
          <FieldSkeleton label={strings.contactEmail} hint={strings.contactEmailHint} />
          <div>
            <ButtonSkeleton>{strings.add}</ButtonSkeleton>
          </div>
        </div>
      </FormColumns>
    </SkeletonPage>
  );
}
