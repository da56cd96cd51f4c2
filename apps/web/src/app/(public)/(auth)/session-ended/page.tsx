import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { guarded } from "@/app/_components/guarded";
import { PageHeader } from "@/components/ui/page-header";
import { type AuthSearch, loadNext } from "@/features/auth/loaders";
import { SignInAgain } from "@/features/mfa/components/session-ended";
import { strings } from "@/features/mfa/strings";
import { requireSession } from "@/lib/backend/backend.server";
import { isSessionLive } from "@/lib/backend/live-session.server";

export const metadata: Metadata = { title: strings.ended.windowTitle };

/** Tells a user that the session was ended on another device. Redirects everyone else to `next`. */
export default guarded(async function SessionEndedPage({
  searchParams,
}: {
  searchParams: AuthSearch;
}) {
  const next = (await loadNext(searchParams)) ?? "/";
  await requireSession({ next });
  if (await isSessionLive()) redirect(next as Route);
  return (
    <>
      <PageHeader title={strings.ended.title} lead={strings.ended.text} />
      <SignInAgain next={next} />
    </>
  );
});
