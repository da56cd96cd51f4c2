import type { Metadata } from "next";
import Link from "next/link";
import { FirmFrame } from "@/app/_components/firm-frame";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { Banner } from "@/components/ui/banner";
import { OptOutForm } from "@/features/opt-out/components/opt-out-form";
import { loadOptOut } from "@/features/opt-out/loaders";
import { leadOf, strings } from "@/features/opt-out/strings";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = {
  title: strings.pageTitle,
  robots: { index: false, follow: false },
  // The token in the URL lets its holder change this contact's emails, so send no referrer.
  referrer: "no-referrer",
};

type Props = PageProps<"/unsubscribe/[token]">;

// public: the token in the emailed link identifies the contact, so no session is needed
/** Opening this page changes nothing, because email scanners open every link in an email. */
export default guardedFrame(async function UnsubscribePage({ params, searchParams }: Props) {
  const { token } = await params;
  const done = firstValue((await searchParams).done);
  const optOut = await loadOptOut(token);
  const { firm, client, state } = optOut;
  return (
    <FirmFrame load={async () => optOut}>
      <h1 dir="auto" className="text-2xl font-heading text-pretty">
        {strings.titleBefore} <span className="inline-block max-w-full">{firm}</span>
      </h1>
      <p dir="auto" className="mt-1.5 mb-5 text-ink-muted">
        {leadOf(optOut)}
      </p>
      {state === "all" ? null : (
        <div className="mb-6">
          <Banner tone={done === "saved" ? "success" : "info"} live={done === "saved"}>
            {done === "saved" ? <p>{strings.saved}</p> : null}
            <p>{strings.state[state](firm, client)}</p>
            <p>
              {strings.resume}{" "}
              <Link href="/r" className="link inline-flex min-h-11 items-center">
                {strings.toRequests}
              </Link>
            </p>
          </Banner>
        </div>
      )}
      <OptOutForm token={token} optOut={optOut} isMissing={done === "missing"} />
    </FirmFrame>
  );
}, "firm");
