import type { Metadata } from "next";
import { SiteFrame } from "@/app/_components/site-frame";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ResendForm } from "@/features/auth/components/resend-form";
import { forgetPortalCode } from "@/features/portal/actions";
import { PortalCodeForm } from "@/features/portal/components/code-form";
import { DoorForm } from "@/features/portal/components/door-form";
import { FirmMark } from "@/features/portal/components/firm-mark";
import { loadDoor } from "@/features/portal/loaders";
import { strings } from "@/features/portal/strings";

export const metadata: Metadata = { title: "Request", robots: { index: false, follow: false } };

type Props = {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<{ switch?: string | string[] }>;
};

/** The permanent link of a request: who asks, and the way in by a code. */
export default async function DoorPage({ params, searchParams }: Props) {
  const { publicId } = await params;
  const isSwitching = (await searchParams).switch !== undefined;
  const { request, isClosed, pending, signedInAs } = await loadDoor(publicId, isSwitching);
  const texts = strings.door;
  const title = isClosed ? strings.closed.title(request.firm) : texts.title(request.firm);
  const lead = isClosed
    ? strings.closed.lead(request.firm)
    : pending
      ? texts.codeLead(pending.email)
      : texts.lead;
  return (
    <SiteFrame
      width="form"
      helpHref={`/help?request=${encodeURIComponent(publicId)}`}
      signOutNext={`/r/${publicId}`}
      account={signedInAs === null ? null : undefined}
    >
      <FirmMark firm={request.firm} logoPath={request.logoPath} />
      <h1 className="mt-4 text-2xl font-semibold text-pretty">{title}</h1>
      <p className="mt-2 mb-6 text-ink-muted">{lead}</p>
      {isClosed ? null : (
        <div className="flex flex-col gap-6">
          {signedInAs && !pending ? <Banner>{texts.otherAccount(signedInAs)}</Banner> : null}
          {pending ? (
            <>
              <PortalCodeForm publicId={publicId} />
              <div className="flex flex-wrap items-start gap-3 border-t border-line pt-6">
                <ResendForm resendInSeconds={pending.resendInSeconds} />
                <form action={forgetPortalCode}>
                  <Button type="submit" variant="quiet" size="sm">
                    {texts.other}
                  </Button>
                </form>
              </div>
            </>
          ) : (
            <DoorForm publicId={publicId} />
          )}
        </div>
      )}
    </SiteFrame>
  );
}
