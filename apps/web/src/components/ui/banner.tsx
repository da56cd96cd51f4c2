import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type BannerTone = "neutral" | "info" | "success" | "warning" | "danger";

const TONES: Record<BannerTone, { box: string; icon: LucideIcon; mark: string }> = {
  neutral: { box: "border-line bg-sunken", icon: Info, mark: "text-ink-muted" },
  info: { box: "border-accent/30 bg-accent-soft", icon: Info, mark: "text-accent" },
  success: {
    box: "border-success/30 bg-success-soft",
    icon: CircleCheck,
    mark: "text-success-mark",
  },
  warning: {
    box: "border-warning/30 bg-warning-soft",
    icon: TriangleAlert,
    mark: "text-warning-mark",
  },
  danger: {
    box: "border-danger/30 bg-danger-soft",
    icon: CircleAlert,
    mark: "text-danger-mark",
  },
};

export function Banner({
  tone = "info",
  title,
  children,
  action,
  live = false,
}: {
  tone?: BannerTone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  live?: boolean;
}) {
  const { box, icon: Icon, mark } = TONES[tone];
  return (
    <div
      role={live ? "status" : undefined}
      className={classNames("flex items-start gap-3 rounded-lg border p-4", box)}
    >
      <Icon aria-hidden className={classNames("mt-0.5 size-5 shrink-0", mark)} />
      <div className="min-w-0 grow">
        {title ? <p className="max-w-measure font-semibold">{title}</p> : null}
        {children ? <div className="max-w-measure text-pretty text-ink">{children}</div> : null}
        {action ? <div className="mt-3 flex flex-wrap gap-3">{action}</div> : null}
      </div>
    </div>
  );
}
