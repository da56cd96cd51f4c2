import { FileCheck } from "lucide-react";
import type { ReactNode } from "react";
import { COLUMN } from "@/app/(public)/_components/landing-frame";
import { strings } from "@/app/(public)/_components/strings";
import { sampleFirms } from "@/app/(public)/sample-firms";
import { Monogram } from "@/components/ui/monogram";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { classNames } from "@/lib/style/class-names";

const texts = strings.features;
const COLORS = [sampleFirms.harbour, sampleFirms.castle, sampleFirms.orchard];

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 rounded-xl border border-line p-5 sm:p-7 lg:row-span-2 lg:grid-rows-subgrid">
      <div className="mb-6.5">
        <h3 className="text-xl font-heading">{title}</h3>
        <p className="mt-2 max-w-text text-ink-muted">
          <UnbrokenWords>{text}</UnbrokenWords>
        </p>
      </div>
      {children}
    </div>
  );
}

function Record() {
  const { record } = texts;
  return (
    <Feature title={record.title} text={record.text}>
      <ul className="grid divide-y divide-line rounded-lg border border-line text-sm">
        <li className="flex items-center gap-2.5 px-3.5 py-2.5">
          <FileCheck aria-hidden className="mx-0.75 size-4 shrink-0 text-success-mark" />
          <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
            {record.file}
            <code className="font-mono text-2xs whitespace-nowrap text-ink-muted">
              {record.fingerprint}
            </code>
          </span>
        </li>
        {record.events.map(({ id, person, event, at }) => (
          <li key={person} className="flex items-center gap-2.5 px-3.5 py-2.5">
            <Monogram id={id} name={person} shape="person" size={22} />
            <span className="flex grow gap-x-2.5 max-sm:flex-col sm:justify-between">
              {event}
              <span className="whitespace-nowrap text-ink-subtle">{at}</span>
            </span>
          </li>
        ))}
      </ul>
    </Feature>
  );
}

function BrandSamples() {
  const { brand } = texts;
  return (
    <Feature title={brand.title} text={brand.text}>
      <ul className="grid gap-2 rounded-lg border border-line bg-sunken p-2.5 sm:grid-cols-3 sm:gap-3 sm:p-3.5">
        {brand.firms.map((name, index) => (
          <li
            key={name}
            className={classNames(
              COLORS[index],
              "overflow-hidden rounded-box border border-line bg-surface text-xs",
            )}
          >
            <div className="h-1.25 bg-firm-fill" />
            <div className="flex items-center gap-2.5 p-3 sm:grid">
              <FirmLogo name={name} logoPath={null} />
              <span className="min-w-0 grow font-semibold">{name}</span>
              <span
                aria-hidden
                className="grid min-h-7.5 shrink-0 place-items-center rounded-md max-sm:px-4 bg-firm-fill font-semibold text-on-primary"
              >
                {brand.start}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Feature>
  );
}

export function Features() {
  return (
    <section aria-labelledby="features" className={classNames(COLUMN, "py-18")}>
      <h2 id="features" className="mb-8 max-w-[20em] text-3xl font-heading">
        {texts.title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-y-0">
        <Record />
        <BrandSamples />
      </div>
    </section>
  );
}
