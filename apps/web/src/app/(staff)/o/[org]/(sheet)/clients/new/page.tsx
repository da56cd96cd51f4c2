import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { SheetHeader } from "@/components/ui/sheet-header";
import { NewClientForm } from "@/features/clients/components/new-client-form";
import { strings } from "@/features/clients/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: strings.addTitle };

export default guarded(async function NewClientPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/clients/new">) {
  const org = await loadOrg((await params).org);
  const search = await searchParams;
  const then = firstValue(search.then) === "request" ? "request" : "client";
  return (
    <>
      <SheetHeader
        title={strings.addTitle}
        lead={strings.addLead}
        crumbs={[{ href: `/o/${org.slug}/clients` as Route, label: strings.title }]}
      />
      <NewClientForm org={org} then={then} name={firstValue(search.name)} />
    </>
  );
});
