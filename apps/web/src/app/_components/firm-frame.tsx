import type { Route } from "next";
import Link from "next/link";
import { after } from "next/server";
import type { ReactNode } from "react";
import { ContactMenu } from "@/app/_components/contact-menu";
import { strings } from "@/app/_components/strings";
import { Brand, BrandMark } from "@/components/ui/brand";
import { Deferred } from "@/components/ui/deferred";
import { FirmShell } from "@/components/ui/firm-shell";
import { PageIcon } from "@/components/ui/page-icon";
import { Skeleton, SkeletonLine } from "@/components/ui/skeleton";
import { FirmColors } from "@/features/orgs/components/firm-colors";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { imageUrl } from "@/lib/backend/image-url";
import { isDocumentRequest } from "@/lib/http/document-request.server";
import { isKnownSquareImage, measureSquareImage } from "@/lib/images/square-image.server";

const texts = strings.firmFrame;

export type FirmOnPage = {
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  /** Set only for signed-in contacts, because visitors may not see the firm's addresses. */
  replyEmail?: string | null;
  postalAddress?: string | null;
};

type LoadFirm = () => Promise<FirmOnPage | null>;

type FirmFrameProps = {
  children: ReactNode;
  load: LoadFirm;
  homeHref?: Route | undefined;
  helpHref?: Route;
  signOutNext?: string;
  wrapHeader?: (firm: ReactNode) => ReactNode;
};

async function FirmInHeader({ load, homeHref }: Pick<FirmFrameProps, "load" | "homeHref">) {
  const known = await load();
  const classes = "flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-heading";
  if (!known) {
    return (
      <Link href="/" className={classes}>
        <Brand />
      </Link>
    );
  }
  const content = (
    <>
      <FirmLogo size={32} name={known.firm} logoPath={known.logoPath} />
      <span dir="auto" className="truncate">
        {known.firm}
      </span>
    </>
  );
  return homeHref ? (
    <Link href={homeHref} className={classes}>
      {content}
    </Link>
  ) : (
    <span className={classes}>{content}</span>
  );
}

async function ColorsOfFirm({ load }: { load: LoadFirm }) {
  const known = await load();
  return known ? <FirmColors color={known.brandColor} /> : null;
}

/**
 * Shows the firm's logo as the page icon if the logo is about square, and Dossier's icon otherwise.
 * Measures a new logo after the response, so that the page does not wait for storage.
 */
async function IconOfFirm({ load }: { load: LoadFirm }) {
  const logoPath = (await load())?.logoPath;
  if (!logoPath) return <PageIcon logo={undefined} />;
  const isSquare = isKnownSquareImage(logoPath);
  if (isSquare === undefined) after(() => measureSquareImage(logoPath));
  return <PageIcon logo={isSquare ? imageUrl(logoPath) : undefined} />;
}

async function FirmInFooter({ load }: { load: LoadFirm }) {
  const known = await load();
  if (!known) return null;
  return (
    <p>
      <span dir="auto" className="block">
        {known.firm}
      </span>
      {known.postalAddress ? (
        <span dir="auto" className="block wrap-anywhere">
          {known.postalAddress}
        </span>
      ) : null}
      {known.replyEmail ? (
        <a
          href={`mailto:${known.replyEmail}`}
          className="link -my-2.5 inline-flex min-h-11 items-center"
        >
          {known.replyEmail}
        </a>
      ) : null}
    </p>
  );
}

export async function FirmFrame({
  children,
  load,
  homeHref,
  helpHref = "/help",
  signOutNext = "/r",
  wrapHeader = (firm) => firm,
}: FirmFrameProps) {
  const isDocument = await isDocumentRequest();
  const whenLoaded = (content: ReactNode, fallback: ReactNode) => (
    <Deferred isDocument={isDocument} fallback={fallback}>
      {content}
    </Deferred>
  );
  return (
    <FirmShell
      header={whenLoaded(
        wrapHeader(<FirmInHeader load={load} homeHref={homeHref} />),
        <>
          <Skeleton className="size-8 rounded-md" />
          <SkeletonLine className="w-32" />
        </>,
      )}
      icon={whenLoaded(<IconOfFirm load={load} />, null)}
      colors={whenLoaded(<ColorsOfFirm load={load} />, null)}
      menu={whenLoaded(
        <ContactMenu helpHref={helpHref} signOutNext={signOutNext} />,
        <span data-skeleton className="size-11 shrink-0" />,
      )}
      footer={
        <>
          {whenLoaded(<FirmInFooter load={load} />, null)}
          <p className="inline-flex items-center gap-1.5 text-ink-subtle">
            <BrandMark className="size-4" />
            {texts.sentWith}
          </p>
        </>
      }
    >
      {children}
    </FirmShell>
  );
}
