import { COLUMN } from "@/app/(public)/_components/landing-frame";
import { strings } from "@/app/(public)/_components/strings";
import { classNames } from "@/lib/class-names";

export function Steps() {
  return (
    <section aria-labelledby="how" className="border-y border-line bg-sunken">
      <h2 id="how" className="sr-only">
        {strings.steps.title}
      </h2>
      <ol className={classNames(COLUMN, "grid gap-10 py-14 lg:grid-cols-3")}>
        {strings.steps.items.map((step, index) => (
          <li key={step.title}>
            <span
              aria-hidden
              className="grid size-8 place-items-center rounded-full bg-accent-soft text-md font-bold text-accent"
            >
              {index + 1}
            </span>
            <h3 className="mt-3.5 mb-1.5 text-xl font-heading">{step.title}</h3>
            <p className="max-w-text text-ink-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
