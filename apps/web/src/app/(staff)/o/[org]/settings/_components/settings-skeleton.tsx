import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/orgs/strings";

const FIELDS = ["w-full", "w-2/3", "w-3/4"];

/** A title and cards with fields where a settings page will stand. */
export function SettingsSkeleton() {
  return (
    <SkeletonPage label={strings.settings.loading}>
      <Skeleton className="mb-3 h-8 w-40" />
      <Skeleton className="mb-6 h-5 w-72 max-w-full" />
      <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <Skeleton className="h-6 w-32" />
        {FIELDS.map((width) => (
          <div key={width} className="flex max-w-form flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className={`h-11 ${width}`} />
          </div>
        ))}
      </div>
    </SkeletonPage>
  );
}
