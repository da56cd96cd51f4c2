import { ChevronRight } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { loadSoleOwned } from "@/features/account/loaders";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { readEndedFirm } from "@/features/orgs/ended/ended-firm.server";
import { loadMyOrgs } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { LeaveFirms } from "@/features/team/components/leave-firms";
import { formatDateInText } from "@/lib/format/format";

export const metadata: Metadata = { title: strings.list.title };

export default guarded(async function OrgsPage() {
  const { orgs, isContact, userId } = await loadMyOrgs();
  const texts = strings.list;
  const hasFirms = orgs.length > 0;
  const [ended, soleOwned] = await Promise.all([readEndedFirm(userId), loadSoleOwned(userId)]);
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={hasFirms ? undefined : isContact ? texts.contact : texts.empty}
      />
      {ended ? (
        <div className="mb-6">
          {ended.erasedAt ? (
            <Banner tone="success" title={texts.deleted(ended.name)} live>
              {texts.deletedText(formatDateInText(ended.erasedAt.slice(0, 10)))}
            </Banner>
          ) : (
            <Banner tone="success" title={texts.left(ended.name)} live />
          )}
        </div>
      ) : null}
      {hasFirms ? (
        <ul className="-mx-4 divide-y divide-line border-y border-line sm:-mx-8">
          {orgs.map((org) => (
            <li key={org.id}>
              <Link
                href={`/o/${org.slug}` as Route}
                className="row flex min-h-16 items-center gap-3 px-4 py-3 sm:px-8"
              >
                <FirmLogo size={40} name={org.name} logoPath={org.logoPath} />
                <span className="min-w-0 grow">
                  <span dir="auto" className="block truncate font-semibold">
                    {org.name}
                  </span>
                  <span className="block text-sm text-ink-muted">{strings.roles[org.role]}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {isContact ? (
        <>
          <ButtonLink href="/r" className="w-full">
            {texts.contactLink}
          </ButtonLink>
          <LastLink href="/o/new">{texts.createFirst}</LastLink>
        </>
      ) : (
        <ButtonLink
          href="/o/new"
          variant={hasFirms ? "secondary" : "primary"}
          className={hasFirms ? "mt-6 w-full" : "w-full"}
        >
          {hasFirms ? texts.create : texts.createFirst}
        </ButtonLink>
      )}
      {hasFirms ? (
        <div className="mt-6">
          <LeaveFirms orgs={orgs} soleOwned={soleOwned} userId={userId} />
        </div>
      ) : null}
    </>
  );
});
