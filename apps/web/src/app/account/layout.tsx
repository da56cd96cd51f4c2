import { FailureBoundary } from "@/app/_components/failure/failure-boundary";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { OwnBar, OwnSidebar, readRecentFirm } from "@/app/_components/own-sidebar";
import { SidebarSkeleton } from "@/app/(staff)/o/[org]/_components/sidebar";
import { Deferred } from "@/components/ui/deferred";
import { SectionedPage } from "@/components/ui/sectioned-page";
import { SheetFrame } from "@/components/ui/sheet";
import { ToastProvider } from "@/components/ui/toast";
import { strings } from "@/features/account/strings";
import { requireFactor } from "@/features/mfa/loaders";
import { requireSession } from "@/lib/backend/backend.server";
import { guardDocument, isDocumentRequest } from "@/lib/http/document-request.server";
import { requestPathWithin } from "@/lib/http/request-path.server";

const texts = strings.navigation;

const LINKS = [
  { href: "/account", label: texts.profile },
  { href: "/account/email", label: texts.email },
  { href: "/account/security", label: texts.security },
  { href: "/account/delete", label: texts.delete, isDanger: true },
];

export default guardedFrame(async function AccountLayout({ children }: LayoutProps<"/account">) {
  const session = await requireSession();
  await guardDocument(async () => requireFactor(session, await requestPathWithin("/account")));
  return (
    <ToastProvider>
      <SheetFrame
        sidebar={
          <Deferred
            isDocument={await isDocumentRequest()}
            fallback={(await readRecentFirm()) ? <SidebarSkeleton /> : <OwnBar />}
          >
            <OwnSidebar />
          </Deferred>
        }
      >
        <FailureBoundary>
          <SectionedPage title={strings.title} navigation={texts.label} links={LINKS}>
            {children}
          </SectionedPage>
        </FailureBoundary>
      </SheetFrame>
    </ToastProvider>
  );
});
