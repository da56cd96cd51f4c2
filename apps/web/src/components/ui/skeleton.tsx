import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

const PENDING = "animate-skeleton bg-hover";

/** Give the skeleton the size of the content that replaces it. */
export function Skeleton({ className }: { className?: string | undefined }) {
  const isRounded = className?.includes("rounded-");
  return (
    <span
      aria-hidden
      className={classNames("block", !isRounded && "rounded-xs", PENDING, className)}
    />
  );
}

export function SkeletonLine({ className }: { className?: string | undefined }) {
  return <Skeleton className={classNames("h-lh max-w-full", className)} />;
}

/**
 * The colored block has less height than the line, so that the blocks of two lines do not touch.
 */
export function SkeletonRowLine({ className }: { className?: string | undefined }) {
  return (
    <span className="flex h-lh items-center">
      <Skeleton className={classNames("h-[0.7lh] max-w-full", className)} />
    </span>
  );
}

/**
 * The skeleton contains the invisible text, so that it has the size and the line breaks of the
 * text.
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

type Title = {
  title?: string | undefined;
  /** A general title for screen readers, such as “Request”, while the real title is unknown. */
  kind?: string | undefined;
};

export function SkeletonTitle({
  title,
  kind,
  className,
  children = <SkeletonLine className="w-72" />,
}: Title & {
  className: string;
  children?: ReactNode;
}) {
  return (
    <h1 data-place="title" className={className}>
      {title ?? (
        <>
          <span className="sr-only">{kind}</span>
          {children}
        </>
      )}
    </h1>
  );
}

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
