import type { Metadata } from "next";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { ForgotForm } from "@/features/auth/components/forgot-form";
import { strings } from "@/features/auth/strings";

export const metadata: Metadata = { title: strings.forgot.title };

// public: visitors open this page without a session
export default function ForgotPasswordPage() {
  return (
    <>
      <PageHeader title={strings.forgot.title} lead={strings.forgot.lead} />
      <ForgotForm />
      <LastLink href="/sign-in">{strings.forgot.back}</LastLink>
    </>
  );
}
