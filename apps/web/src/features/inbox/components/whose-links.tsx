import { LinkStrip } from "@/components/ui/link-strip";
import { SkeletonText } from "@/components/ui/skeleton";
import { TAB_BOX, TabLinks } from "@/components/ui/tab-links";
import { strings } from "@/features/inbox/strings";
import { classNames } from "@/lib/class-names";

const ROW = "bleed mb-5 border-b border-line";
const INSET = "px-(--gutter)";

export function WhoseLinks({ slug, isMine }: { slug: string; isMine: boolean }) {
  const pathname = `/o/${slug}`;
  const links = [
    { label: strings.everyones, href: { pathname, query: {} }, isCurrent: !isMine },
    { label: strings.mine, href: { pathname, query: { assignee: "me" } }, isCurrent: isMine },
  ];
  return (
    <nav aria-label={strings.whose} data-print="hide" className={ROW}>
      <LinkStrip className={INSET}>
        <TabLinks links={links} />
      </LinkStrip>
    </nav>
  );
}

export function WhoseSkeleton() {
  return (
    <div className={classNames(ROW, INSET, "flex gap-5")}>
      {[strings.everyones, strings.mine].map((label) => (
        <div key={label}>
          <div className={TAB_BOX}>
            <SkeletonText>{label}</SkeletonText>
          </div>
        </div>
      ))}
    </div>
  );
}
