import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { SectionHeader } from "@/components/ui/section-header";
import { Explanations, SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { ChangeEmailForm, ConfirmEmailForm } from "@/features/account/components/email-form";
import { loadEmail } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";

const texts = strings.email;

export const metadata: Metadata = { title: texts.change };

export default guarded(async function EmailPage({ searchParams }: PageProps<"/account/email">) {
  const [{ email, change, isStaff }, { done }] = await Promise.all([loadEmail(), searchParams]);
  return (
    <>
      <SectionHeader title={texts.title} lead={texts.lead(email)} />
      <div className="flex flex-col gap-6">
        {done === "changed" && !change ? <Banner tone="success" title={texts.done} live /> : null}
        <SectionParts>
          <SectionPart
            id="change-email-title"
            title={texts.change}
            aside={
              change ? (
                <div className="flex flex-col gap-2">
                  <p>
                    <UnbrokenWords>{texts.stays(email)}</UnbrokenWords>
                  </p>
                  <p>{texts.none}</p>
                </div>
              ) : (
                <>
                  <p className="mb-2 font-semibold">{texts.next}</p>
                  <ol className="flex list-decimal flex-col gap-2 pl-5">
                    {texts.steps.map((step) => (
                      <li key={step}>{step}</li>
                    ))}
                  </ol>
                  <p className="mt-3">{texts.unchanged}</p>
                </>
              )
            }
          >
            {change ? <ConfirmEmailForm change={change} email={email} /> : <ChangeEmailForm />}
          </SectionPart>
          <SectionPart id="sent" title={texts.sent.title}>
            <Explanations
              rows={isStaff ? [...texts.sent.staffRows, ...texts.sent.rows] : texts.sent.rows}
            />
          </SectionPart>
        </SectionParts>
      </div>
    </>
  );
});
