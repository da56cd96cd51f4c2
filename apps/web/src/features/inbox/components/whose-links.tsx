import { LinkStrip } from "@/components/ui/link-strip";
import { SkeletonText } from "@/components/ui/skeleton";
import { TAB_BOX, TabLinks } from "@/components/ui/tab-links";
import { strings } from "@/features/inbox/strings";
import { classNames } from "@/lib/class-names";

const ROW = "-mx-4 mb-4 sm:-mx-3";
const INSET = "px-1 sm:px-0";

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
    <div className={classNames(ROW, INSET, "flex gap-1")}>
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
