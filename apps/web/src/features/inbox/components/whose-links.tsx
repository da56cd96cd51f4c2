import Link from "next/link";
import { SkeletonText } from "@/components/ui/skeleton";
import { inbox } from "@/features/requests/strings";
import { classNames } from "@/lib/class-names";

const ROW = "-mx-3 mb-4 flex flex-wrap gap-1";
const LINK = "inline-flex min-h-11 items-center rounded-md px-3 text-sm font-medium";

/** Whether the inbox is everyone's or one's own. */
export function WhoseLinks({ slug, isMine }: { slug: string; isMine: boolean }) {
  const pathname = `/o/${slug}`;
  const links = [
    { label: inbox.everyones, query: {}, isCurrent: !isMine },
    { label: inbox.mine, query: { assignee: "me" }, isCurrent: isMine },
  ];
  return (
    <nav aria-label={inbox.whose} data-print="hide">
      <ul className={ROW}>
        {links.map(({ label, query, isCurrent }) => (
          <li key={label}>
            <Link
              href={{ pathname, query }}
              aria-current={isCurrent ? "true" : undefined}
              className={classNames(
                LINK,
                isCurrent ? "bg-sunken text-ink" : "text-ink-muted hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same in grey, while the inbox is loading. */
export function WhoseSkeleton() {
  return (
    <div className={ROW}>
      {[inbox.everyones, inbox.mine].map((label) => (
        <div key={label} className={LINK}>
          <SkeletonText>{label}</SkeletonText>
        </div>
      ))}
    </div>
  );
}
