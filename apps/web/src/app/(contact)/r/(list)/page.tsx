import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink, buttonClasses, CONTACT_BUTTON } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { SignOutForm } from "@/features/auth/components/sign-out-form";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { loadReady } from "@/features/items/loaders";
import { EmailStops } from "@/features/opt-out/components/email-stops";
import { loadMyEmailStops } from "@/features/opt-out/loaders";
import { MyRequests } from "@/features/portal/components/my-requests";
import { loadCorrections, loadMyAddress, loadMyRequests } from "@/features/portal/loaders";
import { strings } from "@/features/portal/strings";

const texts = strings.list;

export const metadata: Metadata = { title: texts.title };

export default guarded(async function MyRequestsPage() {
  const requests = await loadMyRequests();
  if (!requests) {
    return (
      <>
        <PageHeader title={texts.title} lead={texts.signedOut} />
        <div className="flex">
          <ButtonLink href="/sign-in?next=/r" className={CONTACT_BUTTON}>
            {texts.signIn}
          </ButtonLink>
        </div>
      </>
    );
  }
  const [ready, corrections, stops] = await Promise.all([
    requests.length > 0 ? loadReady() : [],
    loadCorrections(requests),
    loadMyEmailStops(),
  ]);
  return (
    <>
      <PageHeader title={texts.title} />
      {requests.length === 0 ? (
        <EmptyState
          title={texts.empty}
          action={
            <SignOutForm
              next="/sign-in?next=/r"
              label={texts.other}
              className={buttonClasses("secondary")}
              iconClassName="size-5"
            />
          }
        >
          <p className="max-w-measure">
            <UnbrokenWords>{texts.emptyText(await loadMyAddress())}</UnbrokenWords>
          </p>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          <ReadyBanner ready={ready} hasTitles />
          <MyRequests
            requests={requests}
            corrections={corrections}
            ready={ready}
            now={new Date()}
          />
        </div>
      )}
      <EmailStops stops={stops} />
    </>
  );
});
