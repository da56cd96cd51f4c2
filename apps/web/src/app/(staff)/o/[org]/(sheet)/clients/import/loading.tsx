import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";

const texts = strings.import;

export default function ImportClientsLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton title={texts.title} lead={texts.lead} crumbs={[strings.title]} />
      <div className="max-w-text">
        <p className="mb-2 text-sm">
          <SkeletonText>{texts.example}</SkeletonText>
        </p>
        <Skeleton className="mb-6 h-16 rounded-md" />
        <div className="flex flex-col gap-5">
          <FieldSkeleton label={texts.file} optional />
          <FieldSkeleton label={texts.paste} hint={texts.pasteHint} optional />
          <div>
            <ButtonSkeleton>{texts.submit}</ButtonSkeleton>
          </div>
        </div>
      </div>
    </SkeletonPage>
  );
}
