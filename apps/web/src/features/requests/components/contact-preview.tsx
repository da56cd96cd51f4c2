"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Skeleton, SkeletonLine } from "@/components/ui/skeleton";
import { checklistState, isSent } from "@/features/items/selectors";
import { strings as itemTexts } from "@/features/items/strings";
import type {
  AnsweredItem,
  ContactRequest,
  ItemDefinition,
  ItemStatus,
  StaffPerson,
} from "@/features/items/types";
import { PreviewFrame } from "@/features/orgs/components/preview-frame";
import { AllSent } from "@/features/portal/components/all-sent";
import { ContactChecklist } from "@/features/portal/components/contact-checklist";
import { RequestHeader } from "@/features/portal/components/request-header";
import { RequestProgress } from "@/features/portal/components/request-progress";
import { SenderMessage } from "@/features/portal/components/sender-message";
import { composer } from "@/features/requests/strings";
import type { FirmProperties } from "@/lib/style/firm-colors";

const NONE: ReadonlySet<string> = new Set();

/**
 * Before the request is sent, `sender` is the user. Later, it is the member who sent the request.
 */
export type PreviewFirm = {
  name: string;
  logo: ReactNode;
  colors: FirmProperties | null;
  timeZone: string;
  sender: StaffPerson | null;
};

export type PreviewContent = {
  title: string;
  message: string;
  dueOn: string | null;
  /** Items of a draft or template have no status. */
  items: readonly (ItemDefinition & { status?: ItemStatus })[];
};

function toAnswered(item: PreviewContent["items"][number], index: number): AnsweredItem {
  return {
    ...item,
    id: String(index),
    title: item.title.trim() || composer.item(index + 1),
    section: item.section.trim(),
    position: index + 1,
    status: item.status ?? "open",
    version: 1,
    waiveNote: null,
    submissions: [],
  };
}

function showEdited(preview: HTMLElement | null): void {
  const row = preview?.querySelector("[data-edited]");
  const region = preview?.closest("[data-preview-scroll]");
  if (!row || !region) return;
  const [own, visible] = [row.getBoundingClientRect(), region.getBoundingClientRect()];
  if (own.top < visible.top || own.bottom > visible.bottom) {
    region.scrollTop += own.top - visible.top - region.clientHeight / 3;
  }
}

function Frame({
  firm,
  edited = null,
  children,
}: {
  firm: PreviewFirm;
  edited?: number | null;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (edited !== null) showEdited(box.current);
  }, [edited]);
  return (
    <div ref={box} className="mx-auto max-w-90 text-base">
      <PreviewFrame
        name={firm.name}
        logo={firm.logo}
        colors={firm.colors}
        hasContactSizes
        className="min-h-140 rounded-[1.75rem]"
      >
        <div className="flex flex-col gap-5 px-4 pt-5 pb-6">{children}</div>
      </PreviewFrame>
    </div>
  );
}

/**
 * Shows the frame at once, and the placeholders after 150 ms, so that they do not flash if the
 * preview loads quickly.
 */
export function ContactPreviewSkeleton({ firm }: { firm: PreviewFirm }) {
  return (
    <Frame firm={firm}>
      <div className="flex animate-reveal-soon flex-col gap-5">
        <div className="flex flex-col gap-1">
          <SkeletonLine className="w-52 text-2xl" />
          <SkeletonLine className="w-40" />
        </div>
        <Skeleton className="h-12 rounded-md" />
        {["w-44", "w-52", "w-36"].map((width) => (
          <Skeleton key={width} className={`h-6 ${width}`} />
        ))}
      </div>
    </Frame>
  );
}

export function ContactPreview({
  firm,
  clientName,
  content,
  now,
  edited = null,
}: {
  firm: PreviewFirm;
  clientName: string;
  content: PreviewContent;
  now: string;
  edited?: number | null;
}) {
  const items = content.items.map(toAnswered);
  const isFirst = !items.some(isSent);
  const { next, sent } = checklistState(items, { isOpen: true, isFirst });
  // The form of a new item may be open before the preview contains the item.
  const shown = edited !== null && edited < items.length ? edited : null;
  const request: ContactRequest = {
    id: "",
    publicId: "",
    firm: firm.name,
    logoPath: null,
    brandColor: null,
    replyEmail: "",
    postalAddress: null,
    clientName,
    timeZone: firm.timeZone,
    title: content.title.trim() || composer.previewTitle,
    message: content.message.trim(),
    status: "open",
    dueOn: content.dueOn,
  };
  const message =
    request.message === "" ? null : (
      <SenderMessage request={request} sender={firm.sender} isFirst={isFirst} />
    );
  return (
    <Frame firm={firm} edited={shown}>
      <RequestHeader request={request} />
      {isFirst ? message : null}
      {items.length === 0 ? (
        <>
          <div className="rounded-xl border border-line">
            {["w-3/5", "w-2/5", "w-2/3"].map((width) => (
              <div
                key={width}
                className="flex h-16 items-center border-line px-3.5 not-first:border-t"
              >
                <span className={`h-3 rounded-xs bg-hover ${width}`} />
              </div>
            ))}
          </div>
          <p className="text-xs text-ink-subtle">{composer.previewEmpty}</p>
        </>
      ) : (
        <>
          <RequestProgress items={items} readyIds={NONE} isOpen />
          {sent ? (
            <AllSent request={request} hasMore={sent === "required"} sentTitle={undefined} />
          ) : null}
          {next ? (
            <span className={buttonClasses(next.label === "more" ? "secondary" : "primary")}>
              {itemTexts.list[next.label]}
            </span>
          ) : null}
          <ContactChecklist
            items={items}
            facts={{
              publicId: null,
              readyIds: NONE,
              isClosed: false,
              timeZone: firm.timeZone,
              now,
              editedId: edited === null ? undefined : String(edited),
            }}
          />
          {isFirst ? null : message}
        </>
      )}
    </Frame>
  );
}
