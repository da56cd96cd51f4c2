import { ChevronRight } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { loadMyOrgs } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { LeaveFirms } from "@/features/team/components/leave-firms";

export const metadata: Metadata = { title: strings.list.title };

export default guarded(async function OrgsPage() {
  const { orgs, isContact, userId } = await loadMyOrgs();
  const texts = strings.list;
  const create = (variant: "primary" | "secondary") => (
    <ButtonLink href="/o/new" variant={variant}>
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={texts.title} actions={orgs.length > 0 ? create("secondary") : null} />
      {orgs.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={create("primary")}>
          <p>{texts.empty}</p>
        </EmptyState>
      ) : (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {orgs.map((org) => (
              <li key={org.id}>
                <Link
                  href={`/o/${org.slug}` as Route}
                  className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-hover sm:px-6"
                >
                  <span
                    aria-hidden
                    className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft font-semibold text-accent"
                  >
                    {org.name.slice(0, 1).toUpperCase()}
                  </span>
                  <span className="min-w-0 grow">
                    <span dir="auto" className="block truncate font-medium">
                      {org.name}
                    </span>
                    <span className="block text-sm text-ink-muted">{strings.roles[org.role]}</span>
                  </span>
                  <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-subtle" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {orgs.length > 0 ? (
        <div className="mt-6">
          <LeaveFirms orgs={orgs} userId={userId} />
        </div>
      ) : null}
      {isContact ? (
        <p className="mt-6 text-ink-muted">
          {texts.contact}{" "}
          <Link href="/r" className="link">
            {texts.contactLink}
          </Link>
        </p>
      ) : null}
    </>
  );
});
