import type { Metadata } from "next";
import { SiteFrame } from "@/app/_components/site-frame";
import { PageHeader } from "@/components/ui/page-header";
import { NewOrgForm } from "@/features/orgs/components/new-org-form";
import { strings } from "@/features/orgs/strings";
import { requireSession } from "@/lib/backend.server";

export const metadata: Metadata = { title: strings.create.title };

/** Creates a firm. */
export default async function NewOrgPage() {
  await requireSession({ next: "/o/new" });
  return (
    <SiteFrame width="form" homeHref="/o">
      <PageHeader
        title={strings.create.title}
        lead={strings.create.lead}
        crumbs={[{ href: "/o", label: strings.list.title }]}
      />
      <NewOrgForm timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]} />
    </SiteFrame>
  );
}
