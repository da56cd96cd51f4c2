import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { SessionEnded } from "@/features/auth/components/session-ended";
import { type AuthSearch, loadNext } from "@/features/auth/loaders";
import { AddFactorForm } from "@/features/mfa/components/add-factor-form";
import { TooManyAttempts } from "@/features/mfa/components/too-many-attempts";
import { VerifyFactorForm } from "@/features/mfa/components/verify-factor-form";
import { loadFactorStep } from "@/features/mfa/loaders";
import { strings } from "@/features/mfa/strings";

export const metadata: Metadata = { title: strings.ask.title };

export default guarded(async function MfaPage({ searchParams }: { searchParams: AuthSearch }) {
  const next = await loadNext(searchParams);
  const found = await loadFactorStep(next);
  if (found.step === "ask") {
    return (
      <>
        <PageHeader title={strings.ask.title} lead={strings.ask.lead} />
        <VerifyFactorForm factors={found.factors} next={next} />
        <p className="mt-6 text-sm text-ink-muted">{strings.ask.lost}</p>
      </>
    );
  }
  if (found.step === "ended") {
    return (
      <>
        <PageHeader title={strings.ask.title} />
        <SessionEnded next={next ?? "/"} />
      </>
    );
  }
  if (found.step === "limited") {
    return (
      <>
        <PageHeader title={strings.ask.title} />
        <TooManyAttempts seconds={found.seconds} path={found.path} />
      </>
    );
  }
  const { title, required, optional, skip } = strings.enrol;
  return (
    <>
      <PageHeader
        title={<UnbrokenWords>{title}</UnbrokenWords>}
        lead={found.isRequired ? required : optional}
      />
      <AddFactorForm next={next ?? "/"} takenNames={[]} />
      {found.isRequired ? null : <LastLink href={(next ?? "/") as Route}>{skip}</LastLink>}
    </>
  );
});
