import { FileQuestion } from "lucide-react";
import { FixedTitle } from "@/app/_components/fixed-title";
import { strings } from "@/app/_components/strings";
import { ButtonLink } from "@/components/ui/button";

/** Shows the same message for a page that does not exist and for one that the user may not see. */
export function NotFoundMessage({
  title = strings.notFound.title,
  text = strings.notFound.text,
}: {
  title?: string;
  text?: string;
}) {
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <FixedTitle title={`${title} · Dossier`} />
      <FileQuestion aria-hidden className="size-10 text-ink-subtle" />
      <h1 className="text-3xl font-heading">{title}</h1>
      <p className="text-ink-muted">{text}</p>
      <ButtonLink href="/">{strings.notFound.home}</ButtonLink>
    </div>
  );
}
