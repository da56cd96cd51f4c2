import { ShieldAlert } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { Status } from "@/components/ui/status";
import { ChangePasswordForm } from "@/features/account/components/change-password-form";
import { DevicesForm } from "@/features/account/components/devices-form";
import { FactorList } from "@/features/account/components/factor-list";
import { loadSecurity } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";
import { SessionEnded } from "@/features/auth/components/session-ended";
import { AddFactorForm } from "@/features/mfa/components/add-factor-form";
import { TooManyAttempts } from "@/features/mfa/components/too-many-attempts";
import type { Factor } from "@/features/mfa/types";
import { splitSentence } from "@/lib/format/sentences";
import { MAX_FACTORS } from "@/lib/forms/limits";

export const metadata: Metadata = { title: strings.security.title };

function Factors({ factors }: { factors: readonly Factor[] }) {
  const texts = strings.factors;
  return (
    <SectionPart id="factors-title" title={texts.title} explanation={texts.lead}>
      <div className="group/factors flex flex-col gap-4">
        {factors.length === 1 ? (
          <Banner tone="warning" title={texts.oneTitle}>
            {texts.one}
          </Banner>
        ) : null}
        {factors.length > 0 ? (
          <FactorList factors={factors} />
        ) : (
          <div className="group-has-data-setup/factors:hidden">
            <p>
              <Status tone="warning" icon={ShieldAlert}>
                {texts.off}
              </Status>
            </p>
            <p className="mt-1 text-xs text-ink-muted">{texts.offHint}</p>
          </div>
        )}
        {factors.length >= MAX_FACTORS ? (
          <p className="text-ink-muted">{texts.full(MAX_FACTORS)}</p>
        ) : (
          <AddFactorForm
            key={factors.length}
            opener={factors.length === 0 ? texts.add : texts.addAnother}
            takenNames={factors.map(({ name }) => name)}
          />
        )}
      </div>
    </SectionPart>
  );
}

export default guarded(async function SecurityPage({
  searchParams,
}: PageProps<"/account/security">) {
  const [{ email, own }, { done }] = await Promise.all([loadSecurity(), searchParams]);
  if (own.status === "ended") {
    return (
      <>
        <SectionHeader title={strings.security.title} />
        <SessionEnded next="/account/security" />
      </>
    );
  }
  const isOnlyApp = own.status !== "limited" && own.factors.length === 1;
  const sentences: Readonly<Record<string, string>> = {
    ...strings.security.done,
    "factor-added": strings.security.factorAdded(isOnlyApp),
  };
  const sentence = typeof done === "string" ? sentences[done] : undefined;
  const [first, rest] = splitSentence(sentence ?? "");
  return (
    <>
      <SectionHeader title={strings.security.title} />
      {sentence ? (
        <div className="mb-6 max-w-140">
          <Banner tone="success" title={first} live>
            {rest}
          </Banner>
        </div>
      ) : null}
      <SectionParts>
        {own.status === "limited" ? (
          <TooManyAttempts seconds={own.seconds} path="/account/security" />
        ) : (
          <Factors factors={own.factors} />
        )}
        <SectionPart
          id="password-title"
          title={strings.password.title}
          explanation={strings.password.lead}
        >
          <ChangePasswordForm key={`password-${done}`} address={email} />
        </SectionPart>
        <SectionPart
          id="devices-title"
          title={strings.devices.title}
          explanation={strings.devices.lead}
        >
          <DevicesForm />
        </SectionPart>
      </SectionParts>
    </>
  );
});
