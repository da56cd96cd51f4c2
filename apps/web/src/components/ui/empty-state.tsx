import type { ReactNode } from "react";

/** What a list shows without rows: where the rows would start, one sentence and one action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex max-w-text flex-col items-start gap-2 pt-14">
      <h2 className="text-lg font-heading">{title}</h2>
      {children ? <div className="text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap gap-3">{action}</div> : null}
    </div>
  );
}
