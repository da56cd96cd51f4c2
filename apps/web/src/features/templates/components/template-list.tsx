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
    <ul data-list-keys className="divide-y divide-line rounded-lg border border-line bg-surface">
      {templates.map((template) => (
        <li key={template.id}>
          <Link
            href={`/o/${slug}/templates/${template.id}`}
            className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-hover sm:px-6"
          >
            <span className="min-w-0 grow">
              <span className="block font-medium break-words">{template.title}</span>
              <span className="block text-sm text-ink-muted">
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
