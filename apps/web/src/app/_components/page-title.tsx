import type { Metadata } from "next";
import { strings } from "@/app/_components/strings";
import { outageOf } from "@/lib/backend/outage.server";
import { FixedTitle } from "@/lib/browser/fixed-title";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * During a navigation within the app, Next shows no content until the title is known. This function
 * therefore returns the kind of page, such as “Request”, and `PageTitle` later sets the real title.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  /** Returns the title. Next appends “Dossier”, unless the title is `absolute`. */
  load: () => Promise<string | { absolute: string }>,
): Promise<Metadata> {
  if (!(await isDocumentRequest())) return { title: strings.kinds[kind] };
  try {
    return { title: await load() };
  } catch (thrown) {
    // An error here would fail the whole document. The page itself reports the outage.
    if (await outageOf(thrown)) return { title: strings.kinds[kind] };
    throw thrown;
  }
}

export function firmTitle(title: string, firm: string): string {
  return `${title} · ${firm}`;
}

export function PageTitle({ children, firm }: { children: string; firm?: string }) {
  return <FixedTitle title={firm ? firmTitle(children, firm) : `${children} · Dossier`} />;
}
