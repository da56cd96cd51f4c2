import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong/50 px-6 py-12 text-center">
      <span className="rounded-full bg-sunken p-3 text-ink-muted">
        <Icon aria-hidden className="size-6" />
      </span>
      <h2 className="text-lg font-heading">{title}</h2>
      {children ? <div className="max-w-text text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
