import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";

export default function NewClientLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton
        title={strings.addTitle}
        lead={strings.addLead}
        crumbs={[strings.title]}
      />
      <div className="flex max-w-form flex-col gap-5">
        <FieldSkeleton label={strings.name} hint={strings.nameHint} />
        <FieldSkeleton label={strings.ref} hint={strings.refHint} optional />
        <div className="mt-2 text-lg font-heading">
          <SkeletonText>{strings.contactHeading}</SkeletonText>
        </div>
        <FieldSkeleton label={strings.contactName} />
        <FieldSkeleton label={strings.contactEmail} hint={strings.contactEmailHint} />
        <div>
          <ButtonSkeleton>{strings.add}</ButtonSkeleton>
        </div>
      </div>
    </SkeletonPage>
  );
}
