import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager, pageHrefs } from "@/components/ui/pager";
import { BouncedList } from "@/features/clients/components/bounced-list";
import type { BouncedPage } from "@/features/clients/types";
import { strings } from "@/features/inbox/strings";

export function BouncedTab({
  slug,
  page,
  place,
}: {
  slug: string;
  page: BouncedPage;
  place: object | undefined;
}) {
  if (page.rows.length === 0 && !place) {
    return (
      <EmptyState
        title={strings.noBounced}
        action={
          <ButtonLink href={`/o/${slug}`} variant="secondary">
            {strings.toInbox}
          </ButtonLink>
        }
      >
        {strings.noBouncedLead}
      </EmptyState>
    );
  }
  return (
    <>
      {page.rows.length > 0 ? (
        <BouncedList slug={slug} contacts={page.rows} />
      ) : (
        <p className="py-8 text-ink-muted">{strings.pageEmpty}</p>
      )}
      <Pager
        extent={page.extent}
        {...pageHrefs(page, { pathname: `/o/${slug}`, query: { show: "bounced" }, place })}
      />
    </>
  );
}
