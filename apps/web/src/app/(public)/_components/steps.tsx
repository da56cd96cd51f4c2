import { COLUMN } from "@/app/(public)/_components/landing-frame";
import { strings } from "@/app/(public)/_components/strings";
import { classNames } from "@/lib/style/class-names";

export function Steps() {
  return (
    <section aria-labelledby="how" className="border-y border-line bg-sunken">
      <h2 id="how" className="sr-only">
        {strings.steps.title}
      </h2>
      <ol className={classNames(COLUMN, "grid gap-6 py-10 lg:grid-cols-3 lg:gap-10 lg:py-14")}>
        {strings.steps.items.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 lg:block">
            <span
              aria-hidden
              className="grid size-8 place-items-center rounded-full bg-accent-soft text-md font-semibold text-accent"
            >
              {index + 1}
            </span>
            <h3 className="mb-1.5 self-center text-xl font-heading lg:mt-3.5">{step.title}</h3>
            <p className="col-start-2 max-w-text text-ink-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
