import { ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { draftOf, latestSent, liveFiles } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { AnsweredItem } from "@/features/items/types";
import { classNames } from "@/lib/style/class-names";

export type ChecklistFacts = {
  /** Null in a preview, whose rows are not links. */
  publicId: string | null;
  readyIds: ReadonlySet<string>;
  isClosed: boolean;
  timeZone: string;
  now: string;
  editedId?: string | undefined;
};

const EDGE =
  "before:absolute before:inset-y-0 before:left-0 before:w-1 forced-colors:before:bg-[CanvasText]";

function edgeOf({ status }: AnsweredItem, isReady: boolean): string | undefined {
  if (isReady) return `${EDGE} before:bg-warning-mark`;
  if (status === "returned") return `${EDGE} before:bg-danger-mark`;
  return status === "partial" ? `${EDGE} before:bg-warning-mark` : undefined;
}

function Details({
  item,
  isReady,
  facts,
}: {
  item: AnsweredItem;
  isReady: boolean;
  facts: ChecklistFacts;
}) {
  const sent = latestSent(item);
  const needsContact = item.status === "returned" || item.status === "partial";
  if (needsContact && !isReady && !facts.isClosed) {
    const note = sent?.decisionNote ?? "";
    return note === "" ? null : (
      <span dir="auto" className="line-clamp-2 basis-full">
        {strings.list.quote(note)}
      </span>
    );
  }
  if (item.status === "open" && !isReady) {
    return draftOf(item) && !facts.isClosed ? <span>{strings.draftSaved}</span> : null;
  }
  const shown = isReady ? draftOf(item) : sent;
  if (!shown) return null;
  const files = liveFiles(shown).filter(({ status }) => status !== "rejected").length;
  const sentAt = item.status === "submitted" && !isReady ? shown.submittedAt : null;
  return (
    <>
      {files > 0 ? <span>{strings.list.files(files)}</span> : null}
      {sentAt ? <RelativeTime at={sentAt} now={facts.now} timeZone={facts.timeZone} /> : null}
    </>
  );
}

function Title({ item, publicId }: { item: AnsweredItem; publicId: string | null }) {
  if (publicId === null) {
    return (
      <span dir="auto" className="block font-semibold text-pretty">
        {item.title}
      </span>
    );
  }
  return (
    <Link
      href={`/r/${publicId}/items/${item.id}` as Route}
      dir="auto"
      className="block font-semibold text-pretty after:absolute after:inset-0 after:rounded-xl focus-visible:after:-outline-offset-2"
    >
      {item.title}
    </Link>
  );
}

export function ChecklistRow({
  item,
  facts,
  isFolded = false,
}: {
  item: AnsweredItem;
  facts: ChecklistFacts;
  /** True if the row is in a disclosure whose summary shows the status. */
  isFolded?: boolean;
}) {
  const { publicId, readyIds, isClosed, editedId } = facts;
  const isReady = readyIds.has(item.id) && !isClosed;
  return (
    <li
      data-edited={item.id === editedId || undefined}
      className={classNames(
        "relative flex items-center gap-2.5 pr-3 hover:bg-hover print:min-h-0 print:break-inside-avoid print:py-1.5 print:pl-3.5",
        isFolded ? "min-h-12 py-2 pl-9" : "min-h-16 py-3 pl-3.5",
        isClosed ? undefined : edgeOf(item, isReady),
        item.id === editedId && "bg-accent-soft",
      )}
    >
      <div
        className={classNames(
          "min-w-0 grow print:grid print:grid-cols-[minmax(0,1fr)_20rem] print:gap-4",
          isFolded && "flex items-baseline justify-between gap-x-4 text-md",
        )}
      >
        <Title item={item} publicId={publicId} />
        <div
          className={classNames(
            "flex items-center gap-x-2.5 text-sm text-ink-muted",
            isFolded ? "shrink-0" : "mt-0.5 flex-wrap",
          )}
        >
          <span className={isFolded ? "sr-only print:not-sr-only" : "contents"}>
            <ItemStatusBadge
              status={item.status}
              audience="contact"
              isReady={isReady}
              isClosed={isClosed}
            />
          </span>
          <Details item={item} isReady={isReady} facts={facts} />
        </div>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-subtle print:hidden" />
    </li>
  );
}
