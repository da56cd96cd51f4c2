import {
  ChevronRight,
  CircleArrowUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CornerUpLeft,
  type LucideIcon,
} from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ProgressBar } from "@/components/ui/firm-progress";
import { Status, type Tone } from "@/components/ui/status";
import { strings as itemStrings } from "@/features/items/strings";
import type { ReadyItem } from "@/features/items/types";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { strings } from "@/features/portal/strings";
import type { Correction, MyRequest } from "@/features/portal/types";
import { dateInZone, unbroken } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";
import { classNames } from "@/lib/style/class-names";

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
  if (lines.length > 0) return lines;
  const remaining = request.total - request.done;
  if (remaining > 0) return [{ tone: "neutral", icon: CircleDashed, text: texts.toDo(remaining) }];
  return [{ tone: "accent", icon: CircleDot, text: itemStrings.contactStatus.submitted }];
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
          className="block font-semibold text-pretty after:absolute after:inset-0 after:rounded-xl focus-visible:after:-outline-offset-2"
        >
          {request.title}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-4">
          {lines.map(({ tone, icon, text }) => (
            <Status key={text} tone={tone} icon={icon}>
              {text}
            </Status>
          ))}
        </p>
        <p className="mt-0.5 text-sm text-ink-muted">
          {texts.progress(request.done, request.total)}
          {isDue && request.dueOn ? (
            <>
              <span className="max-[30rem]:hidden">{" · "}</span>
              <span
                className={classNames(
                  "max-[30rem]:block",
                  request.dueOn < today && "font-semibold text-danger",
                )}
              >
                {texts.due(dueOf(request.dueOn, today))}
              </span>
            </>
          ) : null}
        </p>
        <div className="mt-2">
          <ProgressBar done={request.done} total={request.total} />
        </div>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-subtle" />
    </li>
  );
}

function dueOf(dueOn: string, today: string): string {
  const when = formatDue(dueOn, today, { isInline: true });
  const distance = formatDueDistance(dueOn, today);
  return when === distance ? when : `${unbroken(when)}, ${distance}`;
}

export function MyRequests({
  requests,
  corrections,
  ready,
  now,
}: {
  requests: readonly MyRequest[];
  /**
   * The returned items of the requests. An item whose new answer is ready to send does not count.
   */
  corrections: readonly Correction[];
  ready: readonly ReadyItem[];
  now: Date;
}) {
  const readyIds = new Set(ready.map(({ itemId }) => itemId));
  const toCorrect = corrections.filter(({ itemId }) => !readyIds.has(itemId));
  // Group by the reply address too, because two firms may have the same name.
  const firms = Map.groupBy(requests, ({ firm, replyEmail }) => `${firm} ${replyEmail}`);
  return (
    <>
      {[...firms].map(([key, all], index) => {
        const [first] = all;
        return first ? (
          <section key={key} aria-labelledby={`firm-${index}`} className="flex flex-col gap-2">
            {/* If there is only one firm, the header of the page shows it, so hide this heading
                visually. */}
            <div className={firms.size > 1 ? "flex items-center gap-2.5" : "sr-only"}>
              {firms.size > 1 ? <FirmLogo name={first.firm} logoPath={first.logoPath} /> : null}
              <h2 id={`firm-${index}`} dir="auto" className="min-w-0 text-lg font-heading">
                {first.firm}
              </h2>
            </div>
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line">
              {all.map((request) => {
                const { requestId } = request;
                const lines = linesOf(
                  request,
                  toCorrect.filter((item) => item.requestId === requestId).length,
                  ready.filter((item) => item.requestId === requestId).length,
                );
                return <Row key={requestId} request={request} lines={lines} now={now} />;
              })}
            </ul>
            <p className="mt-2 text-sm text-ink-muted">
              {texts.question}{" "}
              <a
                href={`mailto:${first.replyEmail}`}
                className="link -my-2.5 inline-flex min-h-11 items-center"
              >
                {itemStrings.list.emailFirm(first.firm)}
              </a>
            </p>
          </section>
        ) : null;
      })}
    </>
  );
}
