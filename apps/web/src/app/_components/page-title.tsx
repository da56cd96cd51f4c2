import type { Metadata } from "next";
import { FixedTitle } from "@/app/_components/fixed-title";
import { strings } from "@/app/_components/strings";
import { outageOf } from "@/lib/backend/outage.server";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Returns the metadata of a page whose title depends on its data. For a document, Next waits for
 * the data. In a navigation within the app, the page would stay blank during that wait, so its
 * title is the kind of page until `PageTitle` sets the real one.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  /** Returns the title, or the whole title if it must not end with “Dossier”. */
  load: () => Promise<string | { absolute: string }>,
): Promise<Metadata> {
  if (!(await isDocumentRequest())) return { title: strings.kinds[kind] };
  try {
    return { title: await load() };
  } catch (thrown) {
    // If the title threw, the whole document would fail. The page itself reports the outage.
    if (await outageOf(thrown)) return { title: strings.kinds[kind] };
    throw thrown;
  }
}

/** The title of a page that a firm's clients see. */
export function firmTitle(title: string, firm: string): string {
  return `${title} · ${firm}`;
}

export function PageTitle({ children, firm }: { children: string; firm?: string }) {
  return <FixedTitle title={firm ? firmTitle(children, firm) : `${children} · Dossier`} />;
}
