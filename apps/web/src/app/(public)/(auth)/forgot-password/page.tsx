import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";
import { ForgotForm } from "@/features/auth/components/forgot-form";
import { strings } from "@/features/auth/strings";

export const metadata: Metadata = { title: strings.forgot.title };

// public
export default function ForgotPasswordPage() {
  return (
    <>
      <PageHeader title={strings.forgot.title} lead={strings.forgot.lead} />
      <ForgotForm />
      <p className="mt-6">
        <Link href="/sign-in" className="link inline-flex min-h-11 items-center">
          {strings.forgot.back}
        </Link>
      </p>
    </>
  );
}
