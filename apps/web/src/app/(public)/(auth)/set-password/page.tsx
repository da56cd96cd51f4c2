import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
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
      <p className="mt-6">
        <Link href={(next ?? "/") as Route} className="link inline-flex min-h-11 items-center">
          {strings.setPassword.skip}
        </Link>
      </p>
    </>
  );
});
