import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { DeleteAccountForm } from "@/features/account/components/delete-account-form";
import { loadDeletion } from "@/features/account/loaders";
import { strings } from "@/features/account/strings";

export const metadata: Metadata = { title: strings.deletion.title };

export default guarded(async function DeleteAccountPage() {
  const { soleOwned } = await loadDeletion();
  const texts = strings.deletion;
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Card as="div">
        <ul className="mb-6 list-disc space-y-2 pl-5">
          {texts.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        {soleOwned.length > 0 ? (
          <Banner tone="warning" title={texts.soleTitle}>
            <p>{texts.sole}</p>
            <ul className="my-2 list-disc pl-5">
              {soleOwned.map(({ name, slug }) => (
                <li key={slug}>
                  <Link
                    href={`/o/${slug}/settings/team` as Route}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            <p>{texts.soleAfter}</p>
          </Banner>
        ) : (
          <DeleteAccountForm />
        )}
      </Card>
    </>
  );
});
