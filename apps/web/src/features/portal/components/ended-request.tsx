import Link from "next/link";
import { ButtonLink, buttonClasses, CONTACT_BUTTON } from "@/components/ui/button";
import { Property, PropertyGrid } from "@/components/ui/property-grid";
import { strings as itemStrings } from "@/features/items/strings";
import { UnsentAnswers } from "@/features/portal/components/unsent-answers";
import { strings } from "@/features/portal/strings";
import type { PublicRequest, RequestEnd } from "@/features/portal/types";
import { dateInZone, formatDate } from "@/lib/format/format";

const texts = strings.end;

function Facts({ request: { firm, state }, end }: { request: PublicRequest; end: RequestEnd }) {
  const { title, closedAt, timeZone, reason, replyEmail } = end;
  const address = `mailto:${replyEmail}?subject=${encodeURIComponent(title)}`;
  return (
    <>
      <PropertyGrid>
        <Property label={texts.request}>
          <p dir="auto">{title}</p>
        </Property>
        <Property label={state === "cancelled" ? texts.cancelled : texts.closed}>
          <p>{formatDate(dateInZone(new Date(closedAt), timeZone))}</p>
        </Property>
        {reason ? (
          <Property label={texts.reason(firm)} isWide>
            <p dir="auto" className="whitespace-pre-wrap">
              {reason}
            </p>
          </Property>
        ) : null}
      </PropertyGrid>
      <div className="flex flex-col items-start gap-3">
        <p>{texts.question}</p>
        <a href={address} className={buttonClasses("primary", "md", CONTACT_BUTTON)}>
          {itemStrings.list.emailFirm(firm)}
        </a>
        <p className="text-sm text-ink-muted">{texts.address(replyEmail)}</p>
      </div>
    </>
  );
}

/**
 * A user without access to the request does not see its data, but can reply to the email that
 * contained the link.
 */
export function EndedRequest({
  request,
  end,
  unsent,
}: {
  request: PublicRequest;
  end: RequestEnd | null;
  /** Identifies the unsent draft that this tab may have for an item. */
  unsent: { userId: string | null; itemId: string | null };
}) {
  return (
    <div className="flex flex-col gap-6">
      <UnsentAnswers
        entries={(end?.drafts ?? []).map((draft) => ({
          ...draft,
          heading: texts.unsent(draft.title),
        }))}
        texts={{
          answer: itemStrings.unsent.answer,
          note: itemStrings.unsent.note,
          copyAnswer: itemStrings.unsent.copyAnswer,
          copyNote: itemStrings.unsent.copyNote,
        }}
        {...unsent}
      />
      {end ? (
        <Facts request={request} end={end} />
      ) : (
        <p className="-mt-1 text-ink-muted">{texts.reply(request.firm)}</p>
      )}
      {end ? (
        // The button above emails the firm, so show only a link to the other requests.
        <Link href="/r" className="link inline-flex min-h-11 items-center self-start">
          {strings.list.see}
        </Link>
      ) : (
        <ButtonLink href="/r" variant="secondary" className={CONTACT_BUTTON}>
          {strings.list.see}
        </ButtonLink>
      )}
    </div>
  );
}
