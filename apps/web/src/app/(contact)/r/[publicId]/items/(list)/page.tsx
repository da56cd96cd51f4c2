import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { firmTitle, PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { PrintParts } from "@/app/_components/print-parts";
import { Banner } from "@/components/ui/banner";
import { ButtonLink, CONTACT_BUTTON } from "@/components/ui/button";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { Receipt } from "@/features/items/components/receipt";
import { ForgetDraft } from "@/features/items/draft/forget-draft";
import {
  loadContactRequest,
  loadItems,
  loadReady,
  loadRequestStaff,
} from "@/features/items/loaders";
import { checklistState, draftOf, isClosed, isFirstVisit } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import { AllSent } from "@/features/portal/components/all-sent";
import { ContactChecklist } from "@/features/portal/components/contact-checklist";
import { RequestHeader } from "@/features/portal/components/request-header";
import { RequestProgress } from "@/features/portal/components/request-progress";
import { SenderMessage } from "@/features/portal/components/sender-message";
import { ownAddress } from "@/lib/http/own-address.server";

type Props = {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<Partial<Record<"sent" | "saved", string | string[]>>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { publicId } = await params;
  return titleOnceKnown("checklist", async () => {
    const { title, firm } = await loadContactRequest(publicId);
    return { absolute: firmTitle(title, firm) };
  });
}

export default guarded(async function ItemsPage({ params, searchParams }: Props) {
  const { publicId } = await params;
  const { request, items } = await loadItems(publicId);
  const [{ sent, saved }, address, ready, staff] = await Promise.all([
    searchParams,
    ownAddress(`/r/${publicId}`),
    loadReady(request.id),
    loadRequestStaff(request.id),
  ]);
  const readyIds = new Set(ready.map(({ itemId }) => itemId));
  const sentItem = items.find((item) => item.id === sent);
  const savedItem = items.find((item) => item.id === saved && draftOf(item));
  const isOpen = request.status === "open";
  const isFirst = isOpen && isFirstVisit(items);
  const { next, sent: sentItems } = checklistState(items, { isOpen, isFirst, readyIds });
  const texts = strings.list;
  const hasMessage = request.message !== "";
  // If the request has no message, `SenderMessage` renders only a link.
  const message = <SenderMessage request={request} sender={staff.sender} isFirst={isFirst} />;
  return (
    <>
      <PageTitle firm={request.firm}>{request.title}</PageTitle>
      <PrintParts
        firm={{ name: request.firm, logoPath: request.logoPath, timeZone: request.timeZone }}
        client={request.clientName}
        title={request.title}
      />
      <div className="flex flex-col gap-5 print:gap-5">
        <RequestHeader request={request} />
        {isFirst && hasMessage ? message : null}
        <RequestProgress items={items} readyIds={readyIds} isOpen={isOpen} />
        <ReadyBanner ready={ready} firm={request.firm} />
        {sentItem ? <ForgetDraft subject={sentItem.id} /> : null}
        {sentItem && !sentItems ? (
          <Banner tone="success" live>
            {texts.sent(sentItem.title)}
          </Banner>
        ) : null}
        {savedItem ? (
          // If `ReadyBanner` already shows that the answer is saved, show this notice only to
          // screen readers.
          <div className={readyIds.has(savedItem.id) ? "sr-only" : undefined}>
            <Banner live>{texts.saved(savedItem.title)}</Banner>
          </div>
        ) : null}
        {sentItems ? (
          <AllSent
            request={request}
            hasMore={sentItems === "required"}
            sentTitle={sentItem?.title}
          />
        ) : null}
        {next ? (
          <div data-print="hide">
            <ButtonLink
              href={`/r/${publicId}/items/${next.item.id}` as Route}
              variant={ready.length > 0 || next.label === "more" ? "secondary" : "primary"}
              className={CONTACT_BUTTON}
            >
              {texts[next.label]}
            </ButtonLink>
          </div>
        ) : null}
        <div className="mt-1 flex flex-col gap-6 print:mt-0 print:gap-5">
          <div data-print={sentItems ? "hide" : undefined}>
            <ContactChecklist
              items={items}
              facts={{
                publicId,
                readyIds,
                isClosed: isClosed(request),
                timeZone: request.timeZone,
                now: new Date().toISOString(),
              }}
            />
          </div>
          {hasMessage && !isFirst ? message : null}
          {sentItems ? <Receipt request={request} items={items} address={address} /> : null}
          {hasMessage ? null : message}
        </div>
      </div>
    </>
  );
});
