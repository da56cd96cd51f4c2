import type { Metadata } from "next";
import { AccessSkeleton } from "@/app/_components/access-skeleton";
import { FirmFrame } from "@/app/_components/firm-frame";
import { guarded, guardedFrame } from "@/app/_components/guarded";
import { NotFoundMessage } from "@/app/_components/not-found-message";
import { firmTitle, titleOnceKnown } from "@/app/_components/page-title";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Streamed } from "@/components/ui/streamed";
import { ResendForm } from "@/features/auth/components/resend-form";
import { strings as authStrings } from "@/features/auth/strings";
import { forgetPortalCode } from "@/features/portal/actions";
import { AccessForm } from "@/features/portal/components/access-form";
import { PortalCodeForm } from "@/features/portal/components/code-form";
import { UnsentAnswers } from "@/features/portal/components/unsent-answers";
import { loadAccess, loadPublicRequest } from "@/features/portal/loaders";
import { strings } from "@/features/portal/strings";
import { isCutShort } from "@/lib/codes/cut-link";
import { guardDocument } from "@/lib/http/document-request.server";
import { firstValue } from "@/lib/http/search-params";

const codeTexts = authStrings.verify;

type Props = {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<
    Record<"switch" | "next" | "left" | "unsent", string | string[] | undefined>
  >;
};

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const { publicId } = await params;
  const robots = { index: false, follow: false };
  if (isCutShort(publicId)) return { title: strings.cutLink.title, robots };
  const title = await titleOnceKnown("request", async () => {
    const { firm } = await loadPublicRequest(publicId);
    return { absolute: firmTitle(strings.access.pageTitle, firm) };
  });
  return { ...title, robots };
}

type Loaded = Awaited<ReturnType<typeof loadAccess>>;

/** Returns the page's title, and the text that says why the contact is here and what to do next. */
function headingOf({ request, isClosed, pending, standing, signedInAs }: Loaded) {
  const { firm, state } = request;
  const { access, ended, closed, complete } = strings;
  if (isClosed) {
    const { cancelled, firmDeleted } = strings;
    const texts = state === "cancelled" ? cancelled : state === "archived" ? closed : firmDeleted;
    return { title: texts.title(firm), lead: texts.lead(firm) };
  }
  if (standing === "ended" && !pending) {
    return { title: ended.title(firm), lead: ended.lead(firm, signedInAs ?? "") };
  }
  const isComplete = state === "complete";
  return {
    title: isComplete ? complete.title(firm) : access.title(firm),
    lead: pending ? codeTexts.lead(pending) : isComplete ? complete.lead : access.lead,
  };
}

const Access = guarded(async function Access({
  publicId,
  load,
  isUnsent,
}: {
  publicId: string;
  load: () => Promise<Loaded>;
  /** True if the contact submitted an answer after the session ended. */
  isUnsent: boolean;
}) {
  const access = await load();
  const { request, isClosed, pending, signedInAs, standing } = access;
  const texts = strings.access;
  const { title, lead } = headingOf(access);
  return (
    <>
      <h1 dir="auto" className="text-2xl font-heading text-pretty">
        {title}
      </h1>
      <p dir="auto" className="mt-1.5 mb-5 text-ink-muted">
        {lead}
      </p>
      {isClosed ? (
        <div className="flex flex-col gap-6 empty:hidden">
          {access.end?.reason ? (
            <Banner title={strings.cancelled.reason(request.firm)}>
              <p className="whitespace-pre-wrap">{access.end.reason}</p>
            </Banner>
          ) : null}
          <UnsentAnswers drafts={access.end?.drafts ?? []} {...access.unsent} />
        </div>
      ) : (
        <div className="flex flex-col gap-6">
          {signedInAs && !pending && (standing === "code" || standing === "other") ? (
            <Banner>{texts.standing[standing](signedInAs)}</Banner>
          ) : null}
          {isUnsent && !signedInAs && !pending ? (
            // With scripts, the tab keeps the draft and another notice says so, so show this one
            // only without scripts.
            <div className="hidden [@media(scripting:none)]:block">
              <Banner>{texts.unsent}</Banner>
            </div>
          ) : null}
          {standing === "ended" && !pending ? <p>{strings.ended.other}</p> : null}
          {pending ? (
            <>
              <PortalCodeForm publicId={publicId} />
              <div className="flex flex-wrap items-start gap-3">
                <form action={forgetPortalCode.bind(null, publicId)}>
                  <Button type="submit" variant="secondary" size="sm">
                    {texts.other}
                  </Button>
                </form>
                <ResendForm flow={pending.flow} resendInSeconds={pending.resendInSeconds} />
                <p className="basis-full text-sm text-ink-muted">
                  {codeTexts.helpOfFirm(request.firm)}
                </p>
              </div>
            </>
          ) : (
            <AccessForm publicId={publicId} email={standing === "code" ? (signedInAs ?? "") : ""} />
          )}
        </div>
      )}
    </>
  );
});

// public: the page asks for the address and the code of a contact
/**
 * Serves the permanent link of a request. Shows the firm, asks for an email address, and then for
 * the code.
 */
export default guardedFrame(async function AccessPage({ params, searchParams }: Props) {
  const { publicId } = await params;
  // Render the message here, because a not-found page is empty without scripts.
  if (isCutShort(publicId)) {
    return (
      <FirmFrame load={async () => null}>
        <NotFoundMessage {...strings.cutLink} />
      </FirmFrame>
    );
  }
  const search = await searchParams;
  const next = firstValue(search.next) ?? "";
  const unsentItemId = firstValue(search.left);
  const load = () => loadAccess(publicId, search.switch !== undefined, next, unsentItemId);
  await guardDocument(load);
  return (
    <FirmFrame
      isStreamed
      load={() => loadPublicRequest(publicId)}
      helpHref={`/help?request=${encodeURIComponent(publicId)}`}
      signOutNext={`/r/${publicId}`}
    >
      <Streamed
        fallback={<AccessSkeleton field={strings.access.email} submit={strings.access.submit} />}
      >
        <Access publicId={publicId} load={load} isUnsent={search.unsent !== undefined} />
      </Streamed>
    </FirmFrame>
  );
}, "firm");
