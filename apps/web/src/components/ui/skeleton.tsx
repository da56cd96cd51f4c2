import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

const PENDING = "animate-skeleton bg-sunken";

/** Make the skeleton the same size as the content that replaces it. */
export function Skeleton({ className }: { className?: string | undefined }) {
  const isRounded = className?.includes("rounded-");
  return (
    <span
      aria-hidden
      className={classNames("block", !isRounded && "rounded-xs", PENDING, className)}
    />
  );
}

/** A placeholder for text that depends on the data. It is as high as the text around it. */
export function SkeletonLine({ className }: { className?: string | undefined }) {
  return <Skeleton className={classNames("h-lh max-w-full", className)} />;
}

/**
 * A placeholder for text that is already known. It contains the text invisibly, so it takes the
 * same space and breaks at the same places at every width and font size.
 */
export function SkeletonText({ children }: { children: string }) {
  return (
    <span
      aria-hidden
      data-text={children}
      className={classNames(
        "rounded-xs box-decoration-clone text-transparent before:content-[attr(data-text)]",
        PENDING,
      )}
    />
  );
}

/** Tells screen readers once that the page is loading. */
export function SkeletonPage({
  children,
  label,
  isFullScreen = false,
}: {
  children: ReactNode;
  label: string;
  isFullScreen?: boolean;
}) {
  return (
    <div
      aria-busy="true"
      data-skeleton
      className={isFullScreen ? "flex min-h-0 grow flex-col" : undefined}
    >
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
