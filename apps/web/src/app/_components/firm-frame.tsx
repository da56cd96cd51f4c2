import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { ContactMenu } from "@/app/_components/contact-menu";
import { strings } from "@/app/_components/strings";
import { BrandMark } from "@/components/ui/brand";
import { FirmShell } from "@/components/ui/firm-shell";
import { Skeleton, SkeletonLine } from "@/components/ui/skeleton";
import { FirmColors } from "@/features/orgs/components/firm-colors";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { isDocumentRequest } from "@/lib/http/document-request.server";

const texts = strings.firmFrame;

/** What a page shows of the firm. */
export type FirmOnPage = {
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  /** Null for a user who has not proven their address. */
  replyEmail?: string | null;
};

type LoadFirm = () => Promise<FirmOnPage | null>;

type FirmFrameProps = {
  children: ReactNode;
  /** Returns null if the page does not belong to one firm. */
  load: LoadFirm;
  homeHref?: Route | undefined;
  helpHref?: Route;
  signOutNext?: string;
  isStreamed?: boolean;
  /** Replaces the firm in the header, for example by a link back. */
  wrapHeader?: (firm: ReactNode) => ReactNode;
};

async function FirmInHeader({ load, homeHref }: Pick<FirmFrameProps, "load" | "homeHref">) {
  const known = await load();
  const classes = "flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-heading";
  if (!known) return <span className={classes}>{texts.noFirm}</span>;
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

async function FirmInFooter({ load }: { load: LoadFirm }) {
  const known = await load();
  if (!known) return null;
  return (
    <p>
      <span dir="auto" className="block">
        {known.firm}
      </span>
      {known.replyEmail ? (
        <a href={`mailto:${known.replyEmail}`} className="link inline-flex min-h-11 items-center">
          {known.replyEmail}
        </a>
      ) : null}
    </p>
  );
}

/**
 * The frame of the pages that a firm's clients see. A document contains the firm. A navigation
 * within the app shows the page before the firm is loaded.
 */
export async function FirmFrame({
  children,
  load,
  homeHref,
  helpHref = "/help",
  signOutNext = "/r",
  isStreamed = false,
  wrapHeader = (firm) => firm,
}: FirmFrameProps) {
  const isDocument = await isDocumentRequest();
  const whenLoaded = (content: ReactNode, fallback: ReactNode) =>
    isDocument ? content : <Suspense fallback={fallback}>{content}</Suspense>;
  return (
    <FirmShell
      isStreamed={isStreamed}
      header={whenLoaded(
        wrapHeader(<FirmInHeader load={load} homeHref={homeHref} />),
        <>
          <Skeleton className="size-8 rounded-md" />
          <SkeletonLine className="w-32" />
        </>,
      )}
      colors={whenLoaded(<ColorsOfFirm load={load} />, null)}
      menu={whenLoaded(
        <ContactMenu helpHref={helpHref} signOutNext={signOutNext} />,
        <span className="size-11 shrink-0" />,
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
