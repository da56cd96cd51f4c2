import { FilePlus2 } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { FormDrafts } from "@/components/forms/form-draft";
import { Disclosure } from "@/components/ui/disclosure";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadOrg } from "@/features/orgs/loaders";
import { DetailsForm } from "@/features/requests/components/details-form";
import { OpenItem, OpenItemForm } from "@/features/requests/components/open-item";
import { loadAssignees, loadOpenRequest } from "@/features/requests/loaders";
import { blankItem, ITEM_KINDS } from "@/features/requests/schema";
import { composer, edit, list } from "@/features/requests/strings";

export const metadata: Metadata = { title: edit.title };

export default guarded(async function EditRequestPage({
  params,
}: PageProps<"/o/[org]/requests/[requestId]/edit">) {
  const { org: slug, requestId } = await params;
  const [org, request, assignees] = await Promise.all([
    loadOrg(slug),
    loadOpenRequest(slug, requestId),
    loadAssignees(slug, requestId),
  ]);
  const base = `/o/${slug}/requests/${requestId}` as Route;
  const { items } = request;
  return (
    <FormDrafts>
      <SheetHeader
        title={edit.title}
        lead={edit.lead}
        crumbs={[
          { href: `/o/${slug}/requests` as Route, label: list.title },
          { href: base, label: request.title },
        ]}
      />
      <div className="flex max-w-text flex-col gap-10">
        <section aria-labelledby="details-heading">
          <h2 id="details-heading" className="mb-4 text-lg font-heading">
            {edit.details}
          </h2>
          <DetailsForm org={org} request={request} assignees={assignees} />
        </section>
        <section aria-labelledby="items-heading">
          <h2 id="items-heading" className="text-lg font-heading">
            {edit.items}
          </h2>
          <p className="mb-4 text-sm text-ink-muted">{edit.itemsHint}</p>
          <ol className="flex flex-col gap-4">
            {items.map((item) => (
              <OpenItem
                key={item.id}
                org={{ id: org.id }}
                requestId={requestId}
                item={item}
                count={items.length}
              />
            ))}
          </ol>
          <h3 className="mt-6 mb-2 font-semibold">{edit.addItem}</h3>
          {ITEM_KINDS.map((kind) => (
            <div key={`${kind}-${items.length}`}>
              <Disclosure summary={composer.add[kind]} icon={FilePlus2}>
                <OpenItemForm org={{ id: org.id }} requestId={requestId} item={blankItem(kind)} />
              </Disclosure>
            </div>
          ))}
        </section>
      </div>
    </FormDrafts>
  );
});
