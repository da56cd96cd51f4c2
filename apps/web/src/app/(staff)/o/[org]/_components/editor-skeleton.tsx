import type { ReactNode } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { FIELD_LABEL } from "@/components/ui/field";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import {
  Skeleton,
  SkeletonLine,
  SkeletonPage,
  SkeletonText,
  SkeletonTitle,
} from "@/components/ui/skeleton";
import { EditorActions } from "@/features/requests/components/editor-actions";

const ROWS = ["w-3/5", "w-2/5", "w-1/2", "w-3/5", "w-2/5"] as const;

export function EditorSkeletonFrame({
  crumbs,
  current,
  actions,
  children,
}: {
  crumbs: readonly string[];
  current: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton
        isEditor
        crumbs={crumbs}
        current={current}
        actions={actions ? <EditorActions>{actions}</EditorActions> : null}
      />
      <div className="bleed md:-mb-10 md:min-h-[calc(100dvh-4.5rem)] preview:grid preview:grid-cols-[minmax(0,1fr)_23.75rem] side:grid-cols-[minmax(0,1fr)_28.75rem]">
        <div className="min-w-0 px-(--gutter) pt-6 pb-8 preview:pb-24">
          <div data-place="editor" className="flex max-w-[47.5rem] flex-col gap-6">
            {children}
          </div>
        </div>
        <div className="bg-sunken px-3 pt-11 max-preview:hidden preview:rounded-br-lg preview:border-l preview:border-line">
          <Skeleton className="mx-auto h-120 max-w-90 rounded-[1.75rem]" />
        </div>
      </div>
    </SkeletonPage>
  );
}

export function EditorSkeleton({
  kind,
  titleLabel,
  crumb,
  current,
  actions,
  children,
}: {
  kind: string;
  titleLabel: string;
  crumb: string;
  current: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <EditorSkeletonFrame crumbs={[crumb]} current={current} actions={actions}>
      <div className="flex flex-col gap-1.5">
        <div className={FIELD_LABEL}>
          <SkeletonText>{titleLabel}</SkeletonText>
        </div>
        <SkeletonTitle kind={kind} className="mt-1 py-0.5 text-xl" />
      </div>
      {children}
      <div>
        <SkeletonLine className="mb-2.5 w-24 text-md" />
        <div className="rounded-lg border border-line">
          {ROWS.map((width, index) => (
            <div
              key={index}
              className="flex h-10.5 items-center border-b border-line px-3 last:border-b-0"
            >
              <Skeleton className={`h-3.5 ${width}`} />
            </div>
          ))}
        </div>
      </div>
    </EditorSkeletonFrame>
  );
}
