import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

/** How everything looks that is not here yet. */
const PENDING = "animate-skeleton bg-sunken";

/** A grey bar where something will stand; give it the size of what comes. */
export function Skeleton({ className }: { className?: string | undefined }) {
  const isRounded = className?.includes("rounded-");
  return (
    <span
      aria-hidden
      className={classNames("block", !isRounded && "rounded-sm", PENDING, className)}
    />
  );
}

/** One line where a text will stand that only the data knows, as high as the text around it. */
export function SkeletonLine({ className }: { className?: string | undefined }) {
  return <Skeleton className={classNames("h-lh max-w-full", className)} />;
}

/**
 * Grey lines where a known text will stand: drawn from its words, unreadable, so that it takes the
 * same room and breaks at the same places at every width and size of letters.
 */
export function SkeletonText({ children }: { children: string }) {
  return (
    <span
      aria-hidden
      data-text={children}
      className={classNames(
        "rounded-sm box-decoration-clone text-transparent before:content-[attr(data-text)]",
        PENDING,
      )}
    />
  );
}

/** Wraps skeletons: tells screen readers once that the page is loading. */
export function SkeletonPage({
  children,
  label,
  isFullScreen = false,
}: {
  children: ReactNode;
  label: string;
  /** Whether the page that comes takes the whole screen. */
  isFullScreen?: boolean;
}) {
  return (
    <div aria-busy="true" data-skeleton data-full-screen={isFullScreen || undefined}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
