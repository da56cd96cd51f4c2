import type { Metadata } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { PageHeader } from "@/components/ui/page-header";
import { SignUpForm } from "@/features/auth/components/sign-up-form";
import { type AuthSearch, loadGuest, loadNext } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";

export const metadata: Metadata = { title: strings.signUp.title };

// public
export default guarded(async function SignUpPage({ searchParams }: { searchParams: AuthSearch }) {
  const next = await loadNext(searchParams);
  await loadGuest(next);
  return (
    <>
      <PageHeader title={strings.signUp.title} lead={strings.signUp.lead} />
      <SignUpForm next={next} />
      <p className="mt-6 text-ink-muted">
        {strings.signUp.other}{" "}
        <Link href="/sign-in" className="link">
          {strings.signUp.otherLink}
        </Link>
      </p>
    </>
  );
});
