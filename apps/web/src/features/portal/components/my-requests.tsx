import {
  ChevronRight,
  CircleArrowUp,
  CircleCheck,
  CircleDot,
  CornerUpLeft,
  type LucideIcon,
} from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Status, type Tone } from "@/components/ui/status";
import type { ReadyItem } from "@/features/items/types";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { strings } from "@/features/portal/strings";
import type { MyRequest } from "@/features/portal/types";
import { classNames } from "@/lib/class-names";
import { dateInZone } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";

const texts = strings.list;

type Line = { tone: Tone; icon: LucideIcon; text: string };

function linesOf(request: MyRequest, corrections: number, unsent: number): Line[] {
  if (request.status !== "open") {
    return [{ tone: "success", icon: CircleCheck, text: texts.complete }];
  }
  const lines: Line[] = [];
  if (corrections > 0) {
    lines.push({ tone: "danger", icon: CornerUpLeft, text: texts.corrections(corrections) });
  }
  if (unsent > 0) lines.push({ tone: "warning", icon: CircleArrowUp, text: texts.unsent(unsent) });
  return lines.length > 0 ? lines : [{ tone: "accent", icon: CircleDot, text: texts.open }];
}

function Row({ request, lines, now }: { request: MyRequest; lines: readonly Line[]; now: Date }) {
  const today = dateInZone(now, request.timeZone);
  const isDue = request.dueOn !== null && request.status === "open";
  return (
    <li className="relative flex min-h-16 items-center gap-2.5 py-3 pr-3 pl-3.5 hover:bg-hover">
      <div className="min-w-0 grow">
        <Link
          href={`/r/${request.publicId}/items` as Route}
          dir="auto"
          className="block font-semibold after:absolute after:inset-0 after:rounded-xl focus-visible:after:-outline-offset-2"
        >
          {request.title}
        </Link>
        <p className="text-sm text-ink-muted">
          {texts.progress(request.done, request.total)}
          {isDue && request.dueOn ? (
            <span className={classNames(request.dueOn < today && "font-semibold text-danger")}>
              {" · "}
              {texts.due(formatDue(request.dueOn, today))},{" "}
              {formatDueDistance(request.dueOn, today)}
            </span>
          ) : null}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4">
          {lines.map(({ tone, icon, text }) => (
            <Status key={text} tone={tone} icon={icon}>
              {text}
            </Status>
          ))}
        </p>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-subtle" />
    </li>
  );
}

/** Lists the requests of a contact by firm. */
export function MyRequests({
  requests,
  corrections,
  ready,
  now,
}: {
  requests: readonly MyRequest[];
  /** Ids of requests, one for each item that needs correction. */
  corrections: readonly string[];
  ready: readonly ReadyItem[];
  now: Date;
}) {
  // Firms may have the same name, but not the same address for questions.
  const firms = Map.groupBy(requests, ({ firm, replyEmail }) => `${firm} ${replyEmail}`);
  return (
    <>
      {[...firms].map(([key, all], index) => {
        const [first] = all;
        return first ? (
          <section key={key} aria-labelledby={`firm-${index}`}>
            <div className="mb-2 flex items-center gap-2.5">
              <FirmLogo name={first.firm} logoPath={first.logoPath} />
              <h2 id={`firm-${index}`} dir="auto" className="min-w-0 text-lg font-heading">
                {first.firm}
              </h2>
            </div>
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line">
              {all.map((request) => {
                const { requestId } = request;
                const lines = linesOf(
                  request,
                  corrections.filter((id) => id === requestId).length,
                  ready.filter((item) => item.requestId === requestId).length,
                );
                return <Row key={requestId} request={request} lines={lines} now={now} />;
              })}
            </ul>
          </section>
        ) : null;
      })}
    </>
  );
}
