import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { SiteFrame } from "@/app/_components/site-frame";
import { PageHeader } from "@/components/ui/page-header";
import { DraftNotice } from "@/features/auth/components/draft-notice";
import { SignInAgainButton } from "@/features/auth/components/session-ended";
import { type AuthSearch, loadNext } from "@/features/auth/loaders";
import { strings } from "@/features/auth/strings";
import { requireSession } from "@/lib/backend/backend.server";
import { isSessionLive } from "@/lib/backend/live-session.server";
import { accessPathFor } from "@/lib/http/access-path";

export const metadata: Metadata = { title: strings.ended.windowTitle };

/**
 * If `next` leads to a request, redirects to the request's sign-in page, which tells contacts that
 * the session has ended. The frame has no account menu, because the session is no longer valid.
 */
export default guardedFrame(async function SessionEndedPage({
  searchParams,
}: {
  searchParams: AuthSearch;
}) {
  const next = (await loadNext(searchParams)) ?? "/";
  await requireSession({ next });
  if (await isSessionLive()) redirect(next as Route);
  const access = accessPathFor(next);
  if (access) redirect(access as Route);
  return (
    <SiteFrame width="card" account={null}>
      <PageHeader title={strings.ended.title} lead={strings.ended.text} />
      <DraftNotice text={strings.ended.draft} />
      <SignInAgainButton next={next} />
    </SiteFrame>
  );
});
