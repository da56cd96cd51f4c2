import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { strings } from "@/components/strings";
import { SkeletonText } from "@/components/ui/skeleton";
import { classNames } from "@/lib/style/class-names";

const PLACE = "mb-3 text-sm pointer-coarse:-mt-3 pointer-coarse:mb-0";
const STEPS = "flex flex-wrap items-center gap-1.5";
const STEP = "inline-flex min-h-8 pointer-coarse:min-h-11 min-w-0 items-center gap-1.5 rounded-xs";

export type Crumb = {
  href: Route;
  label: string;
  mark?: ReactNode;
  /**
   * True if phones do not show this crumb, because the page shows the same link above its title.
   */
  isWide?: boolean;
};

function Separator({ className }: { className?: string }) {
  return (
    <ChevronRight
      aria-hidden
      className={classNames("size-4 shrink-0 text-ink-subtle max-sm:hidden", className)}
    />
  );
}

export function Breadcrumb({
  crumbs,
  current,
}: {
  crumbs: readonly Crumb[];
  /** The name of the page. Omit it if the page shows its title below the breadcrumb. */
  current?: string | undefined;
}) {
  const isTrail = crumbs.length > 1 || current !== undefined;
  const back = crumbs.findLastIndex(({ isWide }) => !isWide);
  return (
    <nav aria-label={strings.breadcrumb} data-print="hide" className={PLACE}>
      <ol className={STEPS}>
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.href}
            className={classNames(
              // Cut only the last name, so that its parents stay readable.
              index < crumbs.length - 1 ? "min-w-0 sm:shrink-0" : "min-w-0",
              "items-center gap-1.5",
              index === back ? "flex" : "hidden sm:flex",
            )}
          >
            <Link
              href={crumb.href}
              className={classNames(STEP, "text-ink-muted hover:text-ink hover:underline")}
            >
              <ChevronLeft
                aria-hidden
                className={classNames("size-4 shrink-0", isTrail && "sm:hidden")}
              />
              {crumb.mark}
              <span className="min-w-0">{crumb.label}</span>
            </Link>
            {index < crumbs.length - 1 || current !== undefined ? <Separator /> : null}
          </li>
        ))}
        {current === undefined ? null : (
          <li aria-current="page" className={classNames(STEP, "shrink-0 max-sm:hidden")}>
            {current}
          </li>
        )}
      </ol>
    </nav>
  );
}

export function BreadcrumbSkeleton({
  labels,
  current,
  back = labels.length - 1,
}: {
  labels: readonly string[];
  current?: string | undefined;
  back?: number | undefined;
}) {
  const isTrail = labels.length > 1 || current !== undefined;
  return (
    <div className={PLACE}>
      <div className={STEPS}>
        {labels.map((label, index) => (
          <span key={label} className={classNames(STEP, index !== back && "max-sm:hidden")}>
            <ChevronLeft
              aria-hidden
              className={classNames("invisible size-4 shrink-0", isTrail && "sm:hidden")}
            />
            <SkeletonText>{label}</SkeletonText>
            {index < labels.length - 1 || current !== undefined ? (
              <Separator className="invisible" />
            ) : null}
          </span>
        ))}
        {current === undefined ? null : (
          <span className={classNames(STEP, "max-sm:hidden")}>
            <SkeletonText>{current}</SkeletonText>
          </span>
        )}
      </div>
    </div>
  );
}
