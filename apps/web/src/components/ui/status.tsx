import type { LucideIcon } from "lucide-react";
import { classNames } from "@/lib/style/class-names";

export type Tone = "neutral" | "subtle" | "accent" | "success" | "warning" | "danger";

const TONES: Record<Tone, { text: string; mark: string; soft: string }> = {
  neutral: { text: "text-ink-muted", mark: "text-waiting-mark", soft: "bg-hover" },
  subtle: { text: "text-ink-subtle", mark: "text-ink-subtle", soft: "bg-hover" },
  accent: { text: "text-accent", mark: "text-accent", soft: "bg-accent-soft" },
  success: { text: "text-success", mark: "text-success-mark", soft: "bg-success-soft" },
  warning: { text: "text-warning", mark: "text-warning-mark", soft: "bg-warning-soft" },
  danger: { text: "text-danger", mark: "text-danger-mark", soft: "bg-danger-soft" },
};

/** Use a different icon for each status, because some users cannot distinguish the colors. */
export type StatusLook = { tone: Tone; icon: LucideIcon };

export function StatusIcon({
  tone,
  icon: Icon,
  className = "size-4",
}: StatusLook & { className?: string | undefined }) {
  return (
    <Icon
      aria-hidden
      className={classNames("shrink-0 forced-colors:text-current", TONES[tone].mark, className)}
    />
  );
}

/** Use a pill only in the header of a record and next to the name of a version. */
export function Status({
  tone = "neutral",
  icon: Icon,
  children,
  isPill = false,
  className,
}: Partial<StatusLook> & {
  icon: LucideIcon;
  children: string;
  isPill?: boolean;
  className?: string;
}) {
  const { text, soft } = TONES[tone];
  return (
    <span
      className={classNames(
        "inline-flex gap-1.5 whitespace-nowrap",
        text,
        tone === "success" && "print:before:content-['✓']",
        isPill
          ? `h-6 items-center rounded-full pr-2.5 pl-2 text-xs font-semibold print:px-0 ${soft}`
          : "items-baseline align-top text-sm font-medium",
        className,
      )}
    >
      <StatusIcon
        tone={tone}
        icon={Icon}
        className={classNames(
          isPill ? "size-3.5" : "size-4 self-center",
          tone === "success" && "print:hidden",
        )}
      />
      {children}
    </span>
  );
}
