"use client";

import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/firm-progress";
import { PreviewFrame } from "@/features/orgs/components/preview-frame";
import { strings } from "@/features/orgs/strings";
import { firmProperties } from "@/lib/style/firm-colors";

const texts = strings.brand;

const CAPTION = "mb-2 font-semibold";
/** The size of the button in emails. */
const EMAIL_BUTTON =
  "w-54 max-w-full rounded-box border border-firm-fill bg-firm-fill text-center text-[1.0625rem]/12 font-bold text-on-primary";

const [DONE, ITEMS] = [10, 12];

export function BrandPreview({
  name,
  logo,
  color,
}: {
  name: string;
  logo: ReactNode;
  color: string;
}) {
  const frame = {
    name,
    logo,
    colors: firmProperties(color),
    className: "max-w-form rounded-lg text-sm text-ink",
  };
  return (
    <>
      <p className={CAPTION}>{texts.onPage}</p>
      <PreviewFrame {...frame} hasContactSizes>
        <div className="flex flex-col gap-3 p-4">
          <span>
            <span className="block text-lg font-heading">{texts.headline}</span>
            <span className="text-ink-muted">{texts.due}</span>
          </span>
          <span className="text-md font-semibold">{texts.progress(DONE, ITEMS)}</span>
          <ProgressBar done={DONE} total={ITEMS} />
          <span className={buttonClasses()}>{texts.button}</span>
          <span className="self-start text-firm underline underline-offset-4">
            {texts.link(name)}
          </span>
        </div>
      </PreviewFrame>
      <p className={`${CAPTION} mt-5`}>{texts.inEmail}</p>
      <PreviewFrame {...frame}>
        <div className="flex flex-col items-start gap-3 p-4">
          <span className="text-lg font-heading">{texts.subject}</span>
          <span className={EMAIL_BUTTON}>{texts.emailButton}</span>
        </div>
      </PreviewFrame>
    </>
  );
}
