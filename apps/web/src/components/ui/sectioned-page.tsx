import type { ReactNode } from "react";
import { FieldSkeleton } from "@/components/ui/field";
import { SectionHeaderSkeleton } from "@/components/ui/section-header";
import { type SectionLink, SectionNavigation } from "@/components/ui/section-navigation";
import { SheetHeader } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage, SkeletonRowLine, SkeletonText } from "@/components/ui/skeleton";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { formatNumber } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";
import { skeletonWidth } from "@/lib/style/table";

export function SectionedPage({
  title,
  navigation,
  links,
  children,
}: {
  title: string;
  navigation: string;
  links: readonly SectionLink[];
  children: ReactNode;
}) {
  return (
    <>
      <SheetHeader title={title} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 side:grid-cols-[12.5rem_minmax(0,1fr)] side:gap-10">
        <SectionNavigation label={navigation} links={links} />
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}

const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 side:grid-cols-[minmax(0,35rem)_minmax(15rem,1fr)]";

const EXAMPLE =
  "max-side:mt-3 max-side:max-w-140 max-side:border-t max-side:border-line max-side:pt-8";

const CONTENT = "min-w-0 max-side:max-w-140";

export function SectionColumns({
  id,
  aside,
  isAsideFirst = false,
  asideClassName = EXAMPLE,
  children,
}: {
  id?: string;
  aside?: ReactNode;
  asideClassName?: string | undefined;
  /**
   * Puts the aside above the form on narrow screens, for an aside that explains what the form does.
   */
  isAsideFirst?: boolean;
  children: ReactNode;
}) {
  const note = aside ? (
    <div
      // `side:pt-px` aligns the first line of the aside with the first label.
      className={classNames(
        "min-w-0 text-xs text-ink-muted side:max-w-140 side:pt-px [&_p]:max-w-measure",
        isAsideFirst ? "max-side:max-w-140 side:col-start-2 side:row-start-1" : asideClassName,
      )}
    >
      {aside}
    </div>
  ) : null;
  return (
    <div id={id} className={COLUMNS}>
      {isAsideFirst ? note : null}
      <div className={CONTENT}>{children}</div>
      {isAsideFirst ? null : note}
    </div>
  );
}

export function FormColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={COLUMNS}>
      <div className={CONTENT}>{children}</div>
      <div className={classNames("min-w-0 text-xs text-ink-muted", EXAMPLE)}>{aside}</div>
    </div>
  );
}

export function SectionParts({ children }: { children: ReactNode }) {
  return (
    // The lines between the parts are as wide as the forms, even if a part has an aside.
    <div className="flex flex-col gap-8 *:relative *:not-first:pt-8 *:not-first:before:absolute *:not-first:before:inset-x-0 *:not-first:before:top-0 *:not-first:before:max-w-140 *:not-first:before:border-t *:not-first:before:border-line">
      {children}
    </div>
  );
}

export function SectionPart({
  id,
  title,
  count,
  lead,
  aside,
  asideClassName,
  explanation,
  isWide = false,
  children,
}: {
  id: string;
  title: string;
  count?: number | undefined;
  lead?: ReactNode;
  aside?: ReactNode;
  asideClassName?: string;
  explanation?: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline gap-2">
        <h3 id={id} className="text-md font-heading">
          {title}
        </h3>
        {count === undefined ? null : (
          <span className="text-sm text-ink-subtle">{formatNumber(count)}</span>
        )}
      </div>
      {lead ? <p className="mt-1 max-w-text text-ink-muted">{lead}</p> : null}
      <div className={explanation === undefined ? "mt-4" : "mt-1 side:mt-4"}>
        {isWide ? (
          children
        ) : (
          <SectionColumns
            aside={explanation ? <p className="max-w-measure">{explanation}</p> : aside}
            isAsideFirst={explanation !== undefined}
            asideClassName={asideClassName}
          >
            {children}
          </SectionColumns>
        )}
      </div>
    </section>
  );
}

export function Explanations({
  rows,
}: {
  rows: readonly (readonly [name: string, explanation: string])[];
}) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {rows.map(([name, explanation]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[9.25rem_minmax(0,1fr)]"
        >
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-muted">
            <UnbrokenWords>{explanation}</UnbrokenWords>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function DangerPart({
  children,
  ...heading
}: { children: ReactNode } & (
  | { id: string; title: string; lead?: ReactNode }
  | { label: string }
)) {
  const isNamed = "label" in heading;
  return (
    <section
      aria-label={isNamed ? heading.label : undefined}
      aria-labelledby={isNamed ? undefined : heading.id}
      className={COLUMNS}
    >
      <div className={`${CONTENT} flex flex-col gap-4 rounded-lg border border-danger p-4`}>
        {isNamed ? null : (
          <div>
            <h3 id={heading.id} className="text-md font-heading text-danger">
              {heading.title}
            </h3>
            {heading.lead ? <div className="mt-1 text-ink-muted">{heading.lead}</div> : null}
          </div>
        )}
        <div>{children}</div>
      </div>
    </section>
  );
}

export type PartSkeleton = {
  title?: string;
  lead?: string;
  fields?: readonly { label: string; hint?: string; optional?: boolean }[];
  /** Number of placeholder rows to show if `fields` is empty. Default: 3. */
  rows?: number;
};

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div className="-mt-3 flex flex-col divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center gap-3 py-3">
          <Skeleton className="size-7 shrink-0 rounded-full" />
          <div className="min-w-0 grow">
            <SkeletonRowLine className={skeletonWidth(index)} />
            <div className="text-xs">
              <SkeletonRowLine className="w-2/5" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

export function SectionSkeleton({
  label,
  title,
  lead,
  parts,
}: {
  label: string;
  title: string;
  lead?: string;
  parts: readonly PartSkeleton[];
}) {
  return (
    <SkeletonPage label={label}>
      <SectionHeaderSkeleton title={title} {...(lead ? { lead } : {})} />
      <SectionParts>
        {parts.map(({ title: part, lead: partLead, fields = [], rows = 3 }, index) => (
          <div
            key={part ?? ""}
            data-place={part ? undefined : `part-${index + 1}`}
            className={COLUMNS}
          >
            <div className={CONTENT}>
              {part ? (
                <div data-place={`part-${index + 1}`} className="text-md font-heading">
                  <SkeletonText>{part}</SkeletonText>
                </div>
              ) : null}
              {partLead ? (
                <p className="mt-1 max-w-text">
                  <SkeletonText>{partLead}</SkeletonText>
                </p>
              ) : null}
              <div className={classNames("flex flex-col gap-5", part && "mt-4")}>
                {fields.map((field) => (
                  <FieldSkeleton key={field.label} {...field} />
                ))}
                {fields.length === 0 ? <ListSkeleton rows={rows} /> : null}
              </div>
            </div>
          </div>
        ))}
      </SectionParts>
    </SkeletonPage>
  );
}
