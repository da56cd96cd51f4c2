import { TriangleAlert } from "lucide-react";
import { SessionRetry } from "@/app/_components/session-retry";
import { strings } from "@/app/_components/strings";

export function SessionBanner() {
  return (
    <div
      role="status"
      className="border-b border-warning/30 bg-warning-soft group-has-data-unavailable/body:hidden"
      data-print="hide"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
        <p className="min-w-0 grow basis-60">{strings.sessionUnavailable}</p>
        <SessionRetry label={strings.retry} />
      </div>
    </div>
  );
}
