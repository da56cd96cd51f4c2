import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { FormDrafts } from "@/components/forms/form-draft";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrg } from "@/features/orgs/loaders";
import { DetailsForm } from "@/features/requests/components/details-form";
import { SectionNames } from "@/features/requests/components/item-fields";
import { AddOpenItem, OpenItem } from "@/features/requests/components/open-item";
import { loadPreviewFirm } from "@/features/requests/components/preview-firm";
import { cardPlaces, INNER } from "@/features/requests/draft/cards";
import {
  loadAnsweredItemIds,
  loadAssignees,
  loadOpenRequest,
  loadRequest,
  loadRequestSender,
} from "@/features/requests/loaders";
import { composer, edit, list } from "@/features/requests/strings";

type Props = PageProps<"/o/[org]/requests/[requestId]/edit">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, requestId } = await params;
  return titleOnceKnown("request", async () =>
    edit.title((await loadRequest(org, requestId)).title),
  );
}

export default guarded(async function EditRequestPage({ params }: Props) {
  const { org: slug, requestId } = await params;
  const [org, request, assignees, answered] = await Promise.all([
    loadOrg(slug),
    loadOpenRequest(slug, requestId),
    loadAssignees(slug, requestId),
    loadAnsweredItemIds(slug, requestId),
  ]);
  const [viewersFirm, sender] = await Promise.all([
    loadPreviewFirm(org),
    loadRequestSender(slug, requestId),
  ]);
  // Contacts see the member who sent the request as the sender. The preview shows the same member.
  const firm = { ...viewersFirm, sender };
  const base = `/o/${slug}/requests/${requestId}` as Route;
  const { items, contacts } = request;
  const places = cardPlaces(items);
  const reader = contacts[0]?.name.split(" ")[0];
  const target = { org: { id: org.id }, requestId };
  return (
    <FormDrafts>
      <PageTitle>{edit.title(request.title)}</PageTitle>
      <PreviewColors color={org.brandColor} />
      <DetailsForm
        org={{ id: org.id, slug: org.slug }}
        request={request}
        assignees={assignees}
        crumbs={[
          { href: `/o/${slug}/requests` as Route, label: list.title },
          { href: base, label: request.title },
        ]}
        reader={reader ? composer.seenNow(reader) : composer.seenByClient}
        firm={firm}
        openedAt={new Date().toISOString()}
      >
        <section aria-labelledby="items-heading">
          <div className="mb-2.5 flex flex-wrap items-baseline gap-x-2">
            <h2 id="items-heading" className="text-md font-heading">
              {edit.items}
            </h2>
            <p className="text-ink-subtle">{edit.itemsHint}</p>
          </div>
          <ol>
            {items.map((item, index) => (
              <OpenItem
                key={item.id}
                {...target}
                item={item}
                index={index}
                count={items.length}
                hasAnswer={answered.has(item.id)}
                place={places[index] ?? INNER}
              />
            ))}
          </ol>
          <AddOpenItem key={items.length} {...target} />
          <SectionNames items={items} />
        </section>
      </DetailsForm>
    </FormDrafts>
  );
});
