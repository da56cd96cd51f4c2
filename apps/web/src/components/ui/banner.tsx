import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type BannerTone = "neutral" | "info" | "success" | "warning" | "danger";

const TONES: Record<BannerTone, { classes: string; icon: LucideIcon; iconClasses: string }> = {
  neutral: { classes: "border-line bg-sunken", icon: Info, iconClasses: "text-ink-muted" },
  info: { classes: "border-accent/30 bg-accent-soft", icon: Info, iconClasses: "text-accent" },
  success: {
    classes: "border-success/30 bg-success-soft",
    icon: CircleCheck,
    iconClasses: "text-success-mark",
  },
  warning: {
    classes: "border-warning/30 bg-warning-soft",
    icon: TriangleAlert,
    iconClasses: "text-warning-mark",
  },
  danger: {
    classes: "border-danger/30 bg-danger-soft",
    icon: CircleAlert,
    iconClasses: "text-danger-mark",
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
  const { classes, icon: Icon, iconClasses } = TONES[tone];
  return (
    <div
      role={live ? "status" : undefined}
      className={classNames("flex items-start gap-3 rounded-lg border p-4", classes)}
    >
      <Icon aria-hidden className={classNames("mt-0.5 size-5 shrink-0", iconClasses)} />
      <div className="min-w-0 grow">
        {title ? <p className="max-w-measure font-semibold">{title}</p> : null}
        {children ? <div className="max-w-measure text-pretty text-ink">{children}</div> : null}
        {action ? <div className="mt-3 flex flex-wrap gap-3">{action}</div> : null}
      </div>
    </div>
  );
}
