import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { PageHeader } from "@/components/ui/page-header";
import { ChangePasswordForm } from "@/features/account/components/change-password-form";
import { DevicesForm } from "@/features/account/components/devices-form";
import { OwnFactors } from "@/features/account/components/own-factors";
import { loadSecurity } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";
import { AddFactorForm } from "@/features/mfa/components/add-factor-form";
import { SessionEnded } from "@/features/mfa/components/session-ended";
import { TooManyAttempts } from "@/features/mfa/components/too-many-attempts";
import type { Factor } from "@/features/mfa/types";

export const metadata: Metadata = { title: strings.security.title };

/** Must equal the limit in the auth service's configuration. */
const MAX_FACTORS = 5;

function Factors({ factors }: { factors: readonly Factor[] }) {
  const texts = strings.factors;
  return (
    <Card labelledBy="factors-title">
      <h2 id="factors-title" className="text-lg font-heading">
        {texts.title}
      </h2>
      <div className="mt-3 flex flex-col gap-4">
        {factors.length === 0 ? <p className="text-ink-muted">{texts.none}</p> : null}
        {factors.length === 1 ? (
          <Banner tone="warning" title={texts.oneTitle}>
            {texts.one}
          </Banner>
        ) : null}
        {factors.length > 0 ? <OwnFactors factors={factors} /> : null}
        {factors.length >= MAX_FACTORS ? (
          <p className="text-ink-muted">{texts.full}</p>
        ) : (
          <Disclosure
            key={factors.length}
            summary={factors.length === 0 ? texts.add : texts.addAnother}
            isOpen={factors.length === 0}
          >
            <AddFactorForm takenNames={factors.map(({ name }) => name)} />
          </Disclosure>
        )}
      </div>
    </Card>
  );
}

export default guarded(async function SecurityPage({
  searchParams,
}: PageProps<"/account/security">) {
  const [{ email, own }, { done }] = await Promise.all([loadSecurity(), searchParams]);
  if (own.status === "ended") {
    return (
      <>
        <PageHeader title={strings.security.title} />
        <SessionEnded next="/account/security" />
      </>
    );
  }
  const sentences: Readonly<Record<string, string>> = strings.security.done;
  const sentence = typeof done === "string" ? sentences[done] : undefined;
  return (
    <>
      <PageHeader title={strings.security.title} />
      <div className="flex flex-col gap-6">
        {sentence ? <Banner tone="success" title={sentence} live /> : null}
        {own.status === "limited" ? (
          <TooManyAttempts seconds={own.seconds} path="/account/security" />
        ) : (
          <Factors factors={own.factors} />
        )}
        <Card labelledBy="password-title">
          <h2 id="password-title" className="text-lg font-heading">
            {strings.password.title}
          </h2>
          <p className="mt-1 mb-4 text-ink-muted">{strings.password.lead}</p>
          <ChangePasswordForm key={`password-${done}`} address={email} />
        </Card>
        <Card labelledBy="devices-title">
          <h2 id="devices-title" className="text-lg font-heading">
            {strings.devices.title}
          </h2>
          <p className="mt-1 mb-4 text-ink-muted">{strings.devices.lead}</p>
          <DevicesForm />
        </Card>
      </div>
    </>
  );
});
