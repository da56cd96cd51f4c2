import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageHeader } from "@/components/ui/page-header";
import { PasswordForm } from "@/features/auth/components/password-form";
import { requireRecovery } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";

export const metadata: Metadata = { title: strings.reset.title };

export default guarded(async function ResetPasswordPage() {
  const session = await requireRecovery();
  return (
    <>
      <PageHeader title={strings.reset.title} lead={strings.reset.lead} />
      <PasswordForm address={session.claims.email ?? ""} submit={strings.reset.submit} />
    </>
  );
});
