import { Check } from "lucide-react";
import { COLUMN } from "@/app/(public)/_components/landing-frame";
import { strings } from "@/app/(public)/_components/strings";
import { ButtonLink } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";

export function AudienceSection() {
  const { title, facts } = strings.audience;
  return (
    <section
      aria-labelledby="audience"
      className={classNames(COLUMN, "grid gap-8 pt-2 pb-18 lg:grid-cols-2 lg:gap-14")}
    >
      <h2 id="audience" className="max-w-[17em] text-2xl font-heading">
        {title}
      </h2>
      <ul className="grid gap-3">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success-mark" />
            {fact}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Closing() {
  const { title, create } = strings.closing;
  return (
    <section aria-labelledby="closing" className="border-y border-line bg-sunken">
      <div
        className={classNames(
          COLUMN,
          "flex flex-col items-start justify-between gap-6 py-14 md:flex-row md:items-center",
        )}
      >
        <h2 id="closing" className="text-3xl font-heading">
          {title}
        </h2>
        <ButtonLink href="/sign-up" className="max-sm:w-full">
          {create}
        </ButtonLink>
      </div>
    </section>
  );
}
