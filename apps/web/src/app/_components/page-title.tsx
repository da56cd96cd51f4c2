import type { Metadata } from "next";
import { strings } from "@/app/_components/strings";
import { outageOf } from "@/lib/backend/outage.server";
import { FixedTitle } from "@/lib/browser/fixed-title";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Returns the metadata of a page whose title depends on its data. For a document, Next waits for
 * the title. During a navigation within the app, the page would be blank while Next waits, so the
 * title is the kind of page until `PageTitle` sets the real title.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  /** Returns the page's title. Next appends “Dossier”, unless the title is `absolute`. */
  load: () => Promise<string | { absolute: string }>,
): Promise<Metadata> {
  if (!(await isDocumentRequest())) return { title: strings.kinds[kind] };
  try {
    return { title: await load() };
  } catch (thrown) {
    // An error here would fail the whole document, so use the kind of page as the title. The page
    // reports the outage.
    if (await outageOf(thrown)) return { title: strings.kinds[kind] };
    throw thrown;
  }
}

/** Returns the title of a page for contacts. */
export function firmTitle(title: string, firm: string): string {
  return `${title} · ${firm}`;
}

export function PageTitle({ children, firm }: { children: string; firm?: string }) {
  return <FixedTitle title={firm ? firmTitle(children, firm) : `${children} · Dossier`} />;
}
