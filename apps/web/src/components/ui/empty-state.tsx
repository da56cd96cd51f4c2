import type { ReactNode } from "react";

export function EmptyState({
  title,
  children,
  action,
  level: Heading = "h2",
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: "h2" | "h3" | undefined;
}) {
  return (
    <div className="flex max-w-text flex-col items-start gap-1 pt-14 pb-10 in-data-[frame=firm]:pt-3">
      <Heading className="text-lg font-heading">{title}</Heading>
      {children ? <div className="text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-4 flex w-full flex-wrap gap-3">{action}</div> : null}
    </div>
  );
}
