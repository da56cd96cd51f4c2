import type { ReactNode } from "react";
import { strings } from "@/features/clients/strings";
import { PreviewFrame } from "@/features/orgs/components/preview-frame";
import type { FirmProperties } from "@/lib/style/firm-colors";

const texts = strings.email;

export function EmailExample({
  firm,
  logo,
  colors,
}: {
  firm: string;
  logo: ReactNode;
  colors: FirmProperties | null;
}) {
  return (
    <>
      <p className="mb-2 font-semibold">{texts.title}</p>
      <PreviewFrame
        name={firm}
        logo={logo}
        colors={colors}
        className="max-w-form rounded-lg text-sm text-ink"
      >
        <div className="flex flex-col items-start gap-3 p-4">
          <span className="text-xs text-ink-subtle">{texts.sender(firm)}</span>
          <span className="text-md font-heading">{texts.headline}</span>
          <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
            {texts.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <span className="inline-flex min-h-7 items-center rounded-md bg-firm-fill px-2.5 text-xs font-semibold text-on-primary">
            {texts.button}
          </span>
        </div>
      </PreviewFrame>
      <p className="mt-2">{texts.note}</p>
    </>
  );
}
