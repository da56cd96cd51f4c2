import { ChevronRight, CircleCheck, Clock } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Status } from "@/components/ui/status";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { loadReady } from "@/features/items/loaders";
import { EmailStops } from "@/features/opt-out/components/email-stops";
import { loadMyEmailStops } from "@/features/opt-out/loaders";
import { loadMyRequests } from "@/features/portal/loaders";
import { strings } from "@/features/portal/strings";
import { formatDate } from "@/lib/format/format";

const texts = strings.list;

export const metadata: Metadata = { title: texts.title };

export default guarded(async function MyRequestsPage() {
  const requests = (await loadMyRequests()) ?? [];
  const ready = requests.length > 0 ? await loadReady() : [];
  const stops = await loadMyEmailStops();
  return (
    <>
      <PageHeader title={texts.title} />
      {requests.length === 0 ? (
        <EmptyState title={texts.empty}>
          <p>{texts.emptyText}</p>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          <ReadyBanner ready={ready} />
          <Card as="div" padded={false} className="overflow-hidden">
            <ul className="divide-y divide-line">
              {requests.map((request) => (
                <li
                  key={request.requestId}
                  className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 hover:bg-hover sm:flex-nowrap sm:px-6"
                >
                  <div className="min-w-0 grow basis-full sm:basis-auto">
                    <p className="text-sm text-ink-muted">{request.firm}</p>
                    <Link
                      href={`/r/${request.publicId}/items` as Route}
                      className="font-medium text-accent underline decoration-1 underline-offset-4 after:absolute after:inset-0 hover:decoration-2"
                    >
                      {request.title}
                    </Link>
                    <p className="text-sm text-ink-muted">
                      {texts.progress(request.done, request.total)}
                      {request.dueOn && request.status === "open"
                        ? ` · ${texts.due(formatDate(request.dueOn))}`
                        : null}
                    </p>
                  </div>
                  {request.status === "open" ? (
                    <Status tone="accent" icon={Clock}>
                      {texts.open}
                    </Status>
                  ) : (
                    <Status tone="success" icon={CircleCheck}>
                      {texts.complete}
                    </Status>
                  )}
                  <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-subtle" />
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
      <EmailStops stops={stops} />
    </>
  );
});
