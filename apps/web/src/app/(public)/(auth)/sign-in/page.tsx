import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Banner } from "@/components/ui/banner";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { readEnvironment } from "@/env";
import { DemoHints } from "@/features/auth/components/demo-hints";
import { SignInForm } from "@/features/auth/components/sign-in-form";
import { type AuthSearch, loadGuest, loadLinkFailure, loadNext } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";
import { splitSentence } from "@/lib/format/sentences";

export const metadata: Metadata = { title: strings.signIn.title };

// public: visitors open this page without a session
export default guarded(async function SignInPage({ searchParams }: { searchParams: AuthSearch }) {
  const next = await loadNext(searchParams);
  await loadGuest(next);
  const sentences = await loadLinkFailure(searchParams);
  const failure = sentences && splitSentence(sentences);
  const { isDemo, mailboxUrl } = readEnvironment();
  return (
    <>
      <PageHeader title={strings.signIn.title} lead={strings.signIn.lead} />
      {failure ? (
        <div className="mb-6">
          <Banner tone="warning" title={failure[0]}>
            {failure[1]}
          </Banner>
        </div>
      ) : null}
      <SignInForm
        next={next}
        texts={{
          ...strings.signIn,
          email: strings.fields.email,
          password: strings.fields.password,
        }}
      />
      <LastLink href="/sign-up" lead={strings.signIn.other}>
        {strings.signIn.otherLink}
      </LastLink>
      {isDemo ? <DemoHints next={next} mailboxUrl={mailboxUrl} /> : null}
    </>
  );
});
