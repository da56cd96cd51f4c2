import type { ReactNode } from "react";
import { SkeletonText } from "@/components/ui/skeleton";
import { UnbrokenWords } from "@/components/ui/unbroken-words";

export function SectionHeader({ title, lead }: { title: ReactNode; lead?: ReactNode }) {
  return (
    <header className="mb-5">
      <h2 className="text-lg font-heading">{title}</h2>
      {lead ? (
        <p className="mt-1 max-w-text text-pretty sm:text-balance text-ink-muted">
          {typeof lead === "string" ? <UnbrokenWords>{lead}</UnbrokenWords> : lead}
        </p>
      ) : null}
    </header>
  );
}

export function SectionHeaderSkeleton({ title, lead }: { title: string; lead?: string }) {
  return (
    <div className="mb-5">
      <div data-place="title" className="text-lg font-heading">
        <SkeletonText>{title}</SkeletonText>
      </div>
      {lead ? (
        <p className="mt-1 max-w-text">
          <SkeletonText>{lead}</SkeletonText>
        </p>
      ) : null}
    </div>
  );
}
