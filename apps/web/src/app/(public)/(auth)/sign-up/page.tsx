import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { SignUpForm } from "@/features/auth/components/sign-up-form";
import { type AuthSearch, loadGuest, loadNext } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";

export const metadata: Metadata = { title: strings.signUp.title };

// public: visitors open this page without a session
export default guarded(async function SignUpPage({ searchParams }: { searchParams: AuthSearch }) {
  const next = await loadNext(searchParams);
  await loadGuest(next);
  return (
    <>
      <PageHeader title={strings.signUp.title} lead={strings.signUp.lead} />
      <SignUpForm next={next} />
      <LastLink href="/sign-in" lead={strings.signUp.other}>
        {strings.signUp.otherLink}
      </LastLink>
    </>
  );
});
