import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { ResendForm } from "@/features/auth/components/resend-form";
import { VerifyForm } from "@/features/auth/components/verify-form";
import { loadPendingCode } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";
import { sentenceFor } from "@/lib/errors/error-sentences";

export const metadata: Metadata = { title: strings.verify.title };

// public: visitors open this page without a session
export default guarded(async function VerifyPage({ searchParams }: PageProps<"/verify">) {
  const pending = await loadPendingCode(searchParams);
  const texts = strings.verify;
  const lead = pending ? texts.lead(pending) : texts.leadUnknown;
  const reason = pending?.reason && sentenceFor(pending.reason);
  return (
    <>
      <PageHeader title={texts.title} lead={reason ? `${reason} ${lead}` : lead} />
      <VerifyForm flow={pending?.flow} />
      <div className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
        {pending ? (
          <ResendForm
            flow={pending.flow}
            sentAt={pending.sentAt}
            resendInSeconds={pending.resendInSeconds}
          />
        ) : null}
        <p className="text-sm text-ink-muted">{texts.help}</p>
      </div>
      <LastLink href={pending?.purpose === "sign-up" ? "/sign-up" : "/sign-in"}>
        {texts.otherAddress}
      </LastLink>
    </>
  );
});
