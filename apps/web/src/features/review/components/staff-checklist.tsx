import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { isClosed } from "@/features/items/permissions";
import { itemKind, strings as itemStrings } from "@/features/items/strings";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { AnswerSummary } from "@/features/review/components/answer-summary";
import type { ReviewSubmission } from "@/features/review/types";

export function StaffChecklist({
  slug,
  request,
  submissions,
  ownDrafts,
}: {
  slug: string;
  request: Request;
  submissions: ReadonlyMap<string, ReviewSubmission[]>;
  ownDrafts: ReadonlySet<string>;
}) {
  const sections = Map.groupBy(request.items, (item) => item.section);
  return (
    <div className="flex flex-col gap-6">
      {[...sections].map(([section, members]) => (
        <div key={section}>
          {section ? (
            <h3 className="mb-2 text-sm font-semibold text-ink-muted">{section}</h3>
          ) : null}
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {members.map((item) => (
              <li key={item.id} className="relative px-4 py-3 hover:bg-hover sm:px-5">
                <div className="flex items-center gap-3">
                  <div className="min-w-0 grow">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <Link
                        href={`/o/${slug}/requests/${request.id}/review/${item.id}`}
                        className="font-medium after:absolute after:inset-0"
                      >
                        {item.title}
                      </Link>
                      <ItemStatusBadge
                        status={item.status}
                        audience="staff"
                        isClosed={isClosed(request)}
                      />
                    </p>
                    <p className="mt-0.5 text-sm text-ink-subtle">
                      {itemKind[item.kind]}
                      {item.required ? "" : ` · ${page.optional}`}
                    </p>
                    {ownDrafts.has(item.id) ? (
                      <p className="mt-1 text-sm">{itemStrings.onBehalf.started}</p>
                    ) : null}
                    <AnswerSummary submission={submissions.get(item.id)?.[0]} />
                  </div>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
