import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { strings } from "@/features/templates/strings";
import type { TemplateRow } from "@/features/templates/types";

export function TemplateList({
  slug,
  templates,
}: {
  slug: string;
  templates: readonly TemplateRow[];
}) {
  return (
    <ul data-list-keys className="bleed divide-y divide-line border-line border-y">
      {templates.map((template) => (
        <li key={template.id}>
          <Link
            href={`/o/${slug}/templates/${template.id}`}
            className="row flex min-h-14 items-center gap-4 px-(--gutter) py-2"
          >
            <span className="min-w-0 grow">
              <span className="block font-semibold break-words">{template.title}</span>
              <span className="block text-xs text-ink-subtle">
                {strings.items(template.itemCount)} · {strings.due(template.dueInDays)}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
