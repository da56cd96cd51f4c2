import { Check, Play } from "lucide-react";
import { COLUMN } from "@/app/(public)/_components/landing-frame";
import { ProductPicture } from "@/app/(public)/_components/product-picture";
import { strings } from "@/app/(public)/_components/strings";
import { ButtonLink } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";

const texts = strings.hero;

export function Hero({ isDemo }: { isDemo: boolean }) {
  return (
    <section
      aria-labelledby="headline"
      className={classNames(
        COLUMN,
        "grid grid-cols-[minmax(0,1fr)] items-center gap-8 pt-6 pb-10 sm:pb-18 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.16fr)] lg:gap-12 lg:pt-14",
      )}
    >
      <div>
        <h1 id="headline" className="text-display font-bold">
          {texts.headline.map((line) => (
            <span key={line} className="block">
              {line}{" "}
            </span>
          ))}
        </h1>
        <p className="mt-5.5 max-w-measure text-lg/7 text-ink-muted">{texts.lead}</p>
        <div className="mt-7 flex flex-wrap gap-2.5 max-[26rem]:*:w-full">
          <ButtonLink href="/sign-up">{texts.create}</ButtonLink>
          {isDemo ? (
            <ButtonLink href="/sign-in" variant="secondary">
              <Play aria-hidden className="size-4 text-ink-muted" />
              {texts.demo}
            </ButtonLink>
          ) : null}
        </div>
        <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-ink-muted">
          {texts.facts.map((fact) => (
            <li key={fact} className="flex items-center gap-1.5">
              <Check aria-hidden className="size-4 text-success-mark" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
      <ProductPicture />
    </section>
  );
}
