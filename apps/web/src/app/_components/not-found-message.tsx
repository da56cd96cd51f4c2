import type { ReactNode } from "react";
import { strings } from "@/app/_components/strings";
import { ButtonLink } from "@/components/ui/button";
import { FixedTitle } from "@/lib/browser/fixed-title";

/**
 * Shows the same message for a page that does not exist and for a page that the user may not see.
 */
export function NotFoundMessage({
  title = strings.notFound.title,
  text = strings.notFound.text,
  children = (
    <ButtonLink href="/" className="w-full">
      {strings.notFound.home}
    </ButtonLink>
  ),
}: {
  title?: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-6">
      <FixedTitle title={`${title} · Dossier`} />
      <h1 className="text-2xl font-heading">{title}</h1>
      <p className="-mt-4 max-w-text text-ink-muted">{text}</p>
      {children}
    </div>
  );
}
