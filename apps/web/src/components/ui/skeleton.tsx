import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

/** Classes of every placeholder. */
const PENDING = "animate-skeleton bg-sunken";

/** A gray placeholder bar. Give it the size of the real content. */
export function Skeleton({ className }: { className?: string | undefined }) {
  const isRounded = className?.includes("rounded-");
  return (
    <span
      aria-hidden
      className={classNames("block", !isRounded && "rounded-sm", PENDING, className)}
    />
  );
}

/** A placeholder line for a text that depends on the data, as high as the text around it. */
export function SkeletonLine({ className }: { className?: string | undefined }) {
  return <Skeleton className={classNames("h-lh max-w-full", className)} />;
}

/**
 * Gray placeholder lines for a known text. They are drawn from its words, unreadable, so that they
 * take the same room and break at the same places at every width and font size.
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

/** Wraps placeholders: tells screen readers once that the page is loading. */
export function SkeletonPage({
  children,
  label,
  isFullScreen = false,
}: {
  children: ReactNode;
  label: string;
  /** Set if the page uses the whole screen. */
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
