import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { UnbrokenWords } from "@/components/ui/unbroken-words";

export function HelpTopic({
  id,
  icon: Icon,
  title,
  steps = [],
  text = [],
  children,
}: {
  id: string;
  icon: LucideIcon;
  title: string;
  steps?: readonly string[];
  text?: readonly string[];
  children?: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      data-print="keep"
      className="flex flex-col gap-3 p-4 target:bg-accent-soft sm:p-6"
    >
      <h3 id={`${id}-title`} className="flex gap-2.5 text-lg font-heading">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-subtle" />
        {title}
      </h3>
      <div className="flex max-w-measure flex-col gap-3">
        {steps.length > 0 ? (
          <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-accent">
            {steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        ) : null}
        {text.map((sentence) => (
          <p key={sentence}>
            <UnbrokenWords>{sentence}</UnbrokenWords>
          </p>
        ))}
        {children}
      </div>
    </section>
  );
}
