import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { FormColumns } from "@/components/ui/sectioned-page";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";

const texts = strings.import;

export default function ImportClientsLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton title={texts.title} lead={texts.lead} crumbs={[strings.title]} />
      <FormColumns
        aside={
          <>
            <p className="mb-1.5 text-sm font-semibold">
              <SkeletonText>{texts.example}</SkeletonText>
            </p>
            <Skeleton className="h-17 rounded-md" />
            <p className="mt-2">
              <SkeletonText>{texts.exampleNote}</SkeletonText>
            </p>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <FieldSkeleton label={texts.file} className="h-30 rounded-box" />
          <FieldSkeleton label={texts.paste} hint={texts.pasteHint} className="h-20.5" />
          <div>
            <ButtonSkeleton>{texts.submit}</ButtonSkeleton>
          </div>
        </div>
      </FormColumns>
    </SkeletonPage>
  );
}
