import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { SectionHeader } from "@/components/ui/section-header";
import {
  DangerPart,
  Explanations,
  SectionColumns,
  SectionPart,
  SectionParts,
} from "@/components/ui/sectioned-page";
import { DeleteAccountForm } from "@/features/account/components/delete-account-form";
import { loadDeletion } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";

export const metadata: Metadata = { title: strings.deletion.title };

export default guarded(async function DeleteAccountPage() {
  const { email, isStaff, soleOwned } = await loadDeletion();
  const texts = strings.deletion;
  return (
    <>
      <SectionHeader title={texts.title} lead={texts.lead} />
      <SectionParts>
        <SectionPart id="consequences" title={texts.next}>
          <Explanations
            rows={
              isStaff ? [...texts.staffConsequences, ...texts.consequences] : texts.consequences
            }
          />
        </SectionPart>
        {soleOwned.length > 0 ? (
          <SectionColumns>
            <div className="flex flex-col gap-3">
              {soleOwned.map(({ name, slug }) => (
                <Banner
                  key={slug}
                  tone="warning"
                  title={texts.sole(name)}
                  action={
                    <>
                      <ButtonLink href={`/o/${slug}/settings/team` as Route} variant="secondary">
                        <span>
                          {texts.chooseOwner}
                          <span className="sr-only">: {name}</span>
                        </span>
                      </ButtonLink>
                      <ButtonLink
                        href={`/o/${slug}/settings/general#end` as Route}
                        variant="quiet"
                        className="text-danger!"
                      >
                        <span>
                          {texts.deleteFirm}
                          <span className="sr-only">: {name}</span>
                        </span>
                      </ButtonLink>
                    </>
                  }
                >
                  {texts.soleNext}
                </Banner>
              ))}
            </div>
          </SectionColumns>
        ) : (
          <DangerPart label={texts.title}>
            <DeleteAccountForm email={email} />
          </DangerPart>
        )}
      </SectionParts>
    </>
  );
});
