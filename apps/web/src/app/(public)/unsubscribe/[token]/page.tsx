import type { Metadata } from "next";
import Link from "next/link";
import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import { Banner } from "@/components/ui/banner";
import { OptOutForm } from "@/features/opt-out/components/opt-out-form";
import { loadOptOut } from "@/features/opt-out/loaders";
import { strings } from "@/features/opt-out/strings";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = {
  title: strings.pageTitle,
  robots: { index: false, follow: false },
  // The token in the URL lets its holder change this contact's emails, so the page sends no
  // referrer.
  referrer: "no-referrer",
};

type Props = PageProps<"/unsubscribe/[token]">;

// public: the token in the emailed link is the only proof
/** Opening this page changes nothing, because email scanners open every link in an email. */
export default guardedFrame(async function UnsubscribePage({ params, searchParams }: Props) {
  const { token } = await params;
  const done = firstValue((await searchParams).done);
  const optOut = await loadOptOut(token);
  const { firm, client, emailMasked, logoPath, state } = optOut;
  return (
    <SiteFrame width="form" account={null}>
      <FirmLogo size={40} name={firm} logoPath={logoPath} />
      <h1 className="mt-4 text-2xl font-heading text-pretty">{strings.title(firm)}</h1>
      <p className="mt-2 mb-6 text-ink-muted">{strings.lead(firm, client, emailMasked)}</p>
      {state === "all" ? null : (
        <div className="mb-6">
          <Banner tone={done === "saved" ? "success" : "info"} live={done === "saved"}>
            {done === "saved" ? <p>{strings.saved}</p> : null}
            <p>{strings.state[state](firm)}</p>
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
    </SiteFrame>
  );
});
