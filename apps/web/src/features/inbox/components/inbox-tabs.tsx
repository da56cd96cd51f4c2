import { LinkStrip } from "@/components/ui/link-strip";
import { SkeletonText } from "@/components/ui/skeleton";
import { TAB_BOX, TabLinks } from "@/components/ui/tab-links";
import { strings } from "@/features/inbox/strings";
import type { WorkCounts } from "@/features/inbox/types";
import { classNames } from "@/lib/style/class-names";

export type InboxTab = "review" | "mine" | "bounced";

const ROW = "bleed -mt-5 border-b border-line";

export function InboxTabs({
  slug,
  current,
  counts,
}: {
  slug: string;
  current: InboxTab;
  counts: WorkCounts;
}) {
  const pathname = `/o/${slug}`;
  const links = [
    {
      label: strings.toReview,
      href: { pathname, query: {} },
      isCurrent: current === "review",
      count: { value: counts.toReview, name: strings.items },
    },
    {
      label: strings.mine,
      href: { pathname, query: { assignee: "me" } },
      isCurrent: current === "mine",
      count: { value: counts.toReviewMine, name: strings.items },
    },
    {
      label: strings.bounced,
      href: { pathname, query: { show: "bounced" } },
      isCurrent: current === "bounced",
      count: { value: counts.bounced, name: strings.contacts },
    },
  ];
  return (
    <nav aria-label={strings.tabs} data-print="hide" className={ROW}>
      <LinkStrip>
        <TabLinks links={links} />
      </LinkStrip>
    </nav>
  );
}

export function hasInboxTabs({ toReview, bounced }: WorkCounts): boolean {
  return toReview > 0 || bounced > 0;
}

/**
 * Marks an inbox without tabs. CSS then also hides the tabs of the loading state, which does not
 * know the counts.
 */
export function InboxMark({ counts }: { counts: WorkCounts }) {
  return hasInboxTabs(counts) ? null : <span hidden data-no-inbox-tabs />;
}

export function InboxTabsSkeleton() {
  return (
    <div
      className={classNames(
        ROW,
        "flex gap-5 px-(--gutter) group-has-data-no-inbox-tabs/shell:hidden",
      )}
    >
      {[strings.toReview, strings.mine, strings.bounced].map((label) => (
        <div key={label} className={TAB_BOX}>
          <SkeletonText>{label}</SkeletonText>
        </div>
      ))}
    </div>
  );
}
