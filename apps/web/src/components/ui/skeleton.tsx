import { classNames } from "@/lib/class-names";

/** A grey bar where text or a control will stand; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("block animate-skeleton rounded-sm bg-sunken", className)}
    />
  );
}

/** Wraps skeletons: tells screen readers once that the page is loading. */
export function SkeletonPage({ children, label }: { children: React.ReactNode; label: string }) {
  return (
    <div aria-busy="true" data-skeleton>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
