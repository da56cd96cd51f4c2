import { FileQuestion } from "lucide-react";
import type { Metadata } from "next";
import { HeldTitle } from "@/app/_components/held-title";
import { SiteFrame } from "@/app/_components/site-frame";
import { strings } from "@/app/_components/strings";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: strings.notFound.title };

/** What does not exist and what may not be seen look the same. */
export default function NotFound() {
  return (
    <SiteFrame width="text">
      <HeldTitle title={strings.notFound.windowTitle} />
      <div className="flex flex-col items-start gap-4 py-10">
        <FileQuestion aria-hidden className="size-10 text-ink-subtle" />
        <h1 className="text-3xl font-semibold">{strings.notFound.title}</h1>
        <p className="text-ink-muted">{strings.notFound.text}</p>
        <ButtonLink href="/">{strings.notFound.home}</ButtonLink>
      </div>
    </SiteFrame>
  );
}
