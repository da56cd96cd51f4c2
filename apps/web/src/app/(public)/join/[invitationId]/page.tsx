import type { Metadata } from "next";
import Link from "next/link";
import { AccessSkeleton } from "@/app/_components/access-skeleton";
import { guarded } from "@/app/_components/guarded";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { SiteFrame } from "@/app/_components/site-frame";
import { Banner } from "@/components/ui/banner";
import { Streamed } from "@/components/ui/streamed";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { forgetCode } from "@/features/auth/actions";
import { CodeHelp } from "@/features/auth/components/code-help";
import { strings as authStrings } from "@/features/auth/strings";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { JoinAddressForm, JoinCodeForm, JoinForm } from "@/features/team/components/join-forms";
import { loadInvitation } from "@/features/team/loaders";
import { joinFlow } from "@/features/team/schema";
import { strings } from "@/features/team/strings";
import { guardDocument } from "@/lib/http/document-request.server";

const KIND = "Invitation";

export const metadata: Metadata = {
  title: KIND,
  robots: { index: false, follow: false },
};

const texts = strings.join;
const codeTexts = authStrings.verify;
const CLOSED = {
  expired: texts.expiredTitle,
  revoked: texts.revokedTitle,
  accepted: texts.acceptedTitle,
} as const;

type Loaded = Awaited<ReturnType<typeof loadInvitation>>;

function Steps({ invitationId, loaded }: { invitationId: string; loaded: Loaded }) {
  const { invitation, sent, account } = loaded;
  const { emailMasked } = invitation;
  if (account?.isInvited && account.hasCode) {
    return (
      <>
        <p className="text-ink-muted">
          <UnbrokenWords>{texts.leadSignedIn(account.email)}</UnbrokenWords>
        </p>
        <JoinForm invitationId={invitationId} needsName={account.name === ""} />
      </>
    );
  }
  if (sent) {
    return (
      <>
        <p className="text-ink-muted">
          <UnbrokenWords>{codeTexts.lead(sent)}</UnbrokenWords>
        </p>
        <div>
          <JoinCodeForm invitationId={invitationId} />
          <CodeHelp sent={sent} help={codeTexts.help}>
            <form action={forgetCode.bind(null, joinFlow(invitationId))}>
              <button type="submit" className="link inline-flex min-h-11 items-center text-sm">
                {texts.other}
              </button>
            </form>
          </CodeHelp>
        </div>
      </>
    );
  }
  return (
    <>
      {account && !account.isInvited ? (
        <Banner>{texts.otherAccount(account.email, emailMasked)}</Banner>
      ) : null}
      {account?.isInvited ? (
        <p className="text-ink-muted">
          <UnbrokenWords>{texts.needsCode(account.email)}</UnbrokenWords>
        </p>
      ) : null}
      <JoinAddressForm
        invitationId={invitationId}
        emailMasked={emailMasked}
        email={account?.isInvited ? account.email : undefined}
      />
    </>
  );
}

const Invitation = guarded(async function Invitation({ invitationId }: { invitationId: string }) {
  const loaded = await loadInvitation(invitationId);
  const { invitation } = loaded;
  const { firm, logoPath, state } = invitation;
  const isOpen = state === "pending";
  return (
    <>
      <FirmLogo size={40} name={firm} logoPath={logoPath} />
      <h1 dir="auto" className="mt-4 text-2xl font-heading">
        {isOpen ? texts.title(firm) : CLOSED[state]}
      </h1>
      <p className="mt-1.5 mb-5 text-ink-muted">
        {isOpen
          ? texts.lead(strings.asRole[invitation.role])
          : state === "accepted"
            ? texts.accepted
            : texts.ask(firm)}
      </p>
      {isOpen ? (
        <div className="flex flex-col gap-6">
          <Steps invitationId={invitationId} loaded={loaded} />
        </div>
      ) : state === "accepted" ? (
        <Link href="/o" className="link inline-flex min-h-11 items-center">
          {texts.firms}
        </Link>
      ) : null}
    </>
  );
});

// public: the page asks for the email address and the code of the invited person
export default guardedFrame(async function JoinPage({ params }: PageProps<"/join/[invitationId]">) {
  const { invitationId } = await params;
  await guardDocument(() => loadInvitation(invitationId));
  return (
    <SiteFrame width="card" signOutNext={`/join/${invitationId}`}>
      <Streamed fallback={<AccessSkeleton kind={KIND} field={texts.email} submit={texts.send} />}>
        <Invitation invitationId={invitationId} />
      </Streamed>
    </SiteFrame>
  );
});
