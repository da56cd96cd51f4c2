import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ContactChecklist } from "@/features/items/components/contact-checklist";
import { ForgetDraft } from "@/features/items/components/forget-draft";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { Receipt } from "@/features/items/components/receipt";
import { loadContactRequest, loadItems, loadReady } from "@/features/items/loaders";
import { isEnough, nextItem } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { ContactRequest } from "@/features/items/types";
import { RequestHeader } from "@/features/portal/components/request-header";
import { ownAddress } from "@/lib/http/own-address.server";

type Props = {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<{ sent?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { publicId } = await params;
  return titleOnceKnown("checklist", async () => (await loadContactRequest(publicId)).title);
}

function DoneBanner({ request, hasMore }: { request: ContactRequest; hasMore: boolean }) {
  const texts = strings.done;
  if (request.status !== "open") {
    return (
      <Banner tone="success" title={texts.complete}>
        {texts.completeLead(request.firm)}
      </Banner>
    );
  }
  return (
    <Banner tone="success" title={hasMore ? texts.enoughTitle : texts.title}>
      {texts.lead(request.firm)}
      {hasMore ? ` ${texts.enoughLead}` : null}
    </Banner>
  );
}

export default guarded(async function ItemsPage({ params, searchParams }: Props) {
  const { publicId } = await params;
  const { request, items } = await loadItems(publicId);
  const [{ sent }, address, ready] = await Promise.all([
    searchParams,
    ownAddress(`/r/${publicId}`),
    loadReady(request.id),
  ]);
  const readyIds = new Set(ready.map(({ itemId }) => itemId));
  const sentItem = items.find((item) => item.id === sent);
  const next = request.status === "open" ? nextItem(items) : undefined;
  const hasReceipt = !next || isEnough(items);
  const texts = strings.list;
  return (
    <>
      <PageTitle>{request.title}</PageTitle>
      <RequestHeader request={request} items={items} />
      <div className="flex flex-col gap-8 print:gap-5">
        {sentItem ? (
          <Banner tone="success" live>
            {texts.sent(sentItem.title)}
            <ForgetDraft itemId={sentItem.id} />
          </Banner>
        ) : null}
        <ReadyBanner ready={ready} />
        {hasReceipt ? <DoneBanner request={request} hasMore={next !== undefined} /> : null}
        {request.message ? (
          <Card labelledBy="message" className="sm:p-5">
            <h2 id="message" className="text-sm font-semibold text-ink-muted">
              {texts.messageFrom(request.firm)}
            </h2>
            <p className="mt-1 whitespace-pre-wrap">{request.message}</p>
          </Card>
        ) : null}
        {next ? (
          <div
            data-print="hide"
            className="sticky bottom-0 z-10 order-last -mx-4 border-t border-line bg-canvas px-4 py-3 sm:static sm:order-none sm:mx-0 sm:border-0 sm:p-0"
          >
            <ButtonLink
              href={`/r/${publicId}/items/${next.id}` as Route}
              className="w-full sm:w-auto"
            >
              {texts.next}
            </ButtonLink>
          </div>
        ) : null}
        {/* Printing shows only the receipt. */}
        <div data-print={hasReceipt ? "hide" : undefined}>
          <ContactChecklist
            items={items}
            publicId={publicId}
            readyIds={readyIds}
            isComplete={request.status === "complete"}
          />
        </div>
        {hasReceipt ? <Receipt request={request} items={items} address={address} /> : null}
      </div>
    </>
  );
});
