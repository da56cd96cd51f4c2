import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { ChangeEmailForm, ConfirmEmailForm } from "@/features/account/components/email-form";
import { loadEmail } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";

export const metadata: Metadata = { title: strings.email.title };

/** Changes the address only after the user enters the codes from both addresses. */
export default guarded(async function EmailPage({ searchParams }: PageProps<"/account/email">) {
  const [{ email, change }, { done }] = await Promise.all([loadEmail(), searchParams]);
  return (
    <>
      <PageHeader title={strings.email.title} lead={strings.email.lead(email)} />
      <div className="flex flex-col gap-6">
        {done === "changed" && !change ? (
          <Banner tone="success" title={strings.email.done} live />
        ) : null}
        <Card as="div">
          {change ? <ConfirmEmailForm change={change} email={email} /> : <ChangeEmailForm />}
        </Card>
      </div>
    </>
  );
});
