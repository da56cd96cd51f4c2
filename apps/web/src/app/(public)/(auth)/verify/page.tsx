import type { Metadata } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { PageHeader } from "@/components/ui/page-header";
import { CodeHelp } from "@/features/auth/components/code-help";
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
      <CodeHelp sent={pending} help={texts.help}>
        <Link
          href={pending?.purpose === "sign-up" ? "/sign-up" : "/sign-in"}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          {texts.otherAddress}
        </Link>
      </CodeHelp>
    </>
  );
});
