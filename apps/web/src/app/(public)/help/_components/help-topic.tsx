import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

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
      className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-3 p-4 target:shadow-[inset_4px_0_0_var(--color-accent)] sm:p-6"
    >
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-md bg-accent-soft text-accent"
      >
        <Icon className="size-5" />
      </span>
      <h3 id={`${id}-title`} className="self-center text-lg font-heading">
        {title}
      </h3>
      <div className="col-span-2 flex max-w-text flex-col gap-3 sm:col-span-1 sm:col-start-2">
        {steps.length > 0 ? (
          <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-accent">
            {steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        ) : null}
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {children}
      </div>
    </section>
  );
}
