import { EmptyState } from "@/components/ui/empty-state";
import { PageLinks } from "@/components/ui/page-links";
import { BouncedList } from "@/features/clients/components/bounced-list";
import type { BouncedPage } from "@/features/clients/types";
import { strings } from "@/features/inbox/strings";

export function BouncedTab({
  slug,
  page,
  isFirst,
}: {
  slug: string;
  page: BouncedPage;
  isFirst: boolean;
}) {
  const pathname = `/o/${slug}`;
  const query = { show: "bounced" };
  if (page.contacts.length === 0 && isFirst) {
    return <EmptyState title={strings.noBounced}>{strings.noBouncedLead}</EmptyState>;
  }
  return (
    <>
      {page.contacts.length > 0 ? (
        <BouncedList slug={slug} contacts={page.contacts} />
      ) : (
        <p className="py-8 text-ink-muted">{strings.pageEmpty}</p>
      )}
      <PageLinks
        first={!isFirst && { href: { pathname, query }, label: strings.toOldest }}
        next={
          page.next && {
            href: { pathname, query: { ...query, after: page.next.key, id: page.next.id } },
            label: strings.nextContacts,
          }
        }
      />
    </>
  );
}
