import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { PasswordForm } from "@/features/auth/components/password-form";
import { type AuthSearch, loadNext, requireRecentCode } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";

export const metadata: Metadata = { title: strings.setPassword.title };

export default guarded(async function SetPasswordPage({
  searchParams,
}: {
  searchParams: AuthSearch;
}) {
  const session = await requireRecentCode("/sign-in");
  const next = await loadNext(searchParams);
  return (
    <>
      <PageHeader title={strings.setPassword.title} lead={strings.setPassword.lead} />
      <PasswordForm
        address={session.claims.email ?? ""}
        submit={strings.setPassword.submit}
        next={next}
      />
      <LastLink href={(next ?? "/") as Route}>{strings.setPassword.skip}</LastLink>
    </>
  );
});
