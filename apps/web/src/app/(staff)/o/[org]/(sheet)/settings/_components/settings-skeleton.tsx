import { Card } from "@/components/ui/card";
import { FieldSkeleton } from "@/components/ui/field";
import { SectionHeaderSkeleton } from "@/components/ui/section-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/orgs/strings";

export function SettingsSkeleton({
  title,
  lead,
  section,
  sectionLead,
  fields = [],
}: {
  title: string;
  lead: string;
  section: string;
  sectionLead?: string;
  fields?: readonly { label: string; hint?: string }[];
}) {
  return (
    <SkeletonPage label={strings.settings.loading}>
      <SectionHeaderSkeleton title={title} lead={lead} />
      <Card as="div">
        <div data-place="section" className="text-lg font-heading">
          <SkeletonText>{section}</SkeletonText>
        </div>
        {sectionLead ? (
          <p className="mt-1 max-w-text">
            <SkeletonText>{sectionLead}</SkeletonText>
          </p>
        ) : null}
        <div className="mt-5 flex max-w-form flex-col gap-5">
          {fields.map((field) => (
            <FieldSkeleton key={field.label} {...field} />
          ))}
          {fields.length === 0 ? <Skeleton className="h-40" /> : null}
        </div>
      </Card>
    </SkeletonPage>
  );
}
