import { Archive, Ban } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { FirmFrame } from "@/app/_components/firm-frame";
import { guarded } from "@/app/_components/guarded";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { NotFoundMessage } from "@/app/_components/not-found-message";
import { firmTitle, titleOnceKnown } from "@/app/_components/page-title";
import { ChecklistScripts } from "@/app/(contact)/_components/checklist-scripts";
import { Banner } from "@/components/ui/banner";
import { ButtonLink, CONTACT_BUTTON } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { forgetCode } from "@/features/auth/actions";
import { CodeHelp } from "@/features/auth/components/code-help";
import { strings as authStrings } from "@/features/auth/strings";
import { AccessForm } from "@/features/portal/components/access-form";
import { PortalCodeForm } from "@/features/portal/components/code-form";
import { EndedRequest } from "@/features/portal/components/ended-request";
import { loadAccess, loadPublicRequest } from "@/features/portal/loaders";
import { accessFlow } from "@/features/portal/schema";
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

function headingOf({ request, isClosed, pending, accessState, signedInAs }: Loaded) {
  const { firm, state } = request;
  const { access, ended, closed, complete } = strings;
  if (isClosed) {
    const { cancelled, firmDeleted } = strings;
    const texts = state === "cancelled" ? cancelled : state === "archived" ? closed : firmDeleted;
    return { title: texts.title(firm), lead: texts.lead };
  }
  if (accessState === "ended" && !pending) {
    return { title: ended.title(firm), lead: ended.lead(firm, signedInAs ?? "") };
  }
  if (accessState === "other" && !pending) {
    const texts = strings.otherAddress;
    return { title: texts.title, lead: texts.lead(signedInAs ?? "") };
  }
  const isComplete = state === "complete";
  if (accessState === "code" && !pending && signedInAs) {
    return {
      title: isComplete ? complete.title(firm) : access.title(firm),
      lead: access.needsCode(signedInAs),
    };
  }
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
  /** True if the contact's session ended before the answer could be sent. */
  isUnsent: boolean;
}) {
  const access = await load();
  const { request, isClosed, pending, signedInAs, accessState, isEnded } = access;
  const texts = strings.access;
  const { title, lead } = headingOf(access);
  return (
    <>
      {isClosed ? (
        <p className="mb-1.5">
          <Status tone="subtle" icon={request.state === "cancelled" ? Ban : Archive}>
            {request.state === "cancelled" ? strings.end.cancelled : strings.end.closed}
          </Status>
        </p>
      ) : null}
      <h1 dir="auto" className="text-2xl font-heading text-pretty">
        {title}
      </h1>
      <p dir="auto" className="mt-1.5 mb-5 text-ink-muted">
        <UnbrokenWords>{lead}</UnbrokenWords>
      </p>
      {isClosed ? (
        <EndedRequest request={request} end={access.end} unsent={access.unsent} />
      ) : (
        <div className="flex flex-col gap-6">
          {isUnsent && !signedInAs && !pending ? (
            // With scripts, another notice says that the browser keeps the draft.
            <div className="hidden [@media(scripting:none)]:block">
              <Banner>{texts.unsent}</Banner>
            </div>
          ) : null}
          {pending ? (
            <>
              <ChecklistScripts />
              <div>
                <PortalCodeForm publicId={publicId} submit={texts.submit} />
                <CodeHelp sent={pending} help={codeTexts.helpOfFirm(request.firm)}>
                  <form action={forgetCode.bind(null, accessFlow(publicId))}>
                    <button
                      type="submit"
                      className="link inline-flex min-h-11 items-center text-sm"
                    >
                      {texts.other}
                    </button>
                  </form>
                </CodeHelp>
              </div>
            </>
          ) : (
            <AccessForm
              publicId={publicId}
              email={accessState === "code" ? (signedInAs ?? "") : ""}
              isSignedIn={signedInAs !== null}
              endedText={isEnded ? texts.signedOut : undefined}
              texts={{ email: texts.email, submit: texts.submit }}
            />
          )}
          {accessState === "other" && !pending ? (
            <Link href="/r" className="link inline-flex min-h-11 items-center self-start">
              {strings.list.see}
            </Link>
          ) : null}
        </div>
      )}
    </>
  );
});

// public: the page asks for the email address and the code of a contact
/**
 * Most visitors open this page from an email. The page has no loading state, so that the form is in
 * the first part of the response.
 */
export default guardedFrame(async function AccessPage({ params, searchParams }: Props) {
  const { publicId } = await params;
  // Do not call `notFound()`, because a not-found page is empty without scripts.
  if (isCutShort(publicId)) {
    return (
      <FirmFrame load={async () => null}>
        <NotFoundMessage {...strings.cutLink}>
          <ButtonLink href="/r" variant="secondary" className={CONTACT_BUTTON}>
            {strings.list.see}
          </ButtonLink>
        </NotFoundMessage>
      </FirmFrame>
    );
  }
  const search = await searchParams;
  const next = firstValue(search.next) ?? "";
  const unsentItemId = firstValue(search.left);
  const load = () => loadAccess(publicId, search.switch !== undefined, next, unsentItemId);
  await guardDocument(load);
  // Ignore errors of `load` here, because the page shows them.
  const loadFirm = async () => {
    const request = await loadPublicRequest(publicId);
    const end = await load().then(
      (access) => access.end,
      () => null,
    );
    return {
      ...request,
      replyEmail: end?.replyEmail ?? null,
      postalAddress: end?.postalAddress ?? null,
    };
  };
  return (
    <FirmFrame
      load={loadFirm}
      helpHref={`/help?request=${encodeURIComponent(publicId)}`}
      signOutNext={`/r/${publicId}`}
    >
      <Access publicId={publicId} load={load} isUnsent={search.unsent !== undefined} />
    </FirmFrame>
  );
}, "firm");
