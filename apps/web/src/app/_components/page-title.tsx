import type { Metadata } from "next";
import { HeldTitle } from "@/app/_components/held-title";
import { strings } from "@/app/_components/strings";
import { outageOf } from "@/lib/backend/outage.server";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Returns the metadata of a page whose title depends on its data. A document awaits it. In a
 * navigation within the application, the page and its prefetched links would wait for it before
 * they show anything: there the title is the kind of page until `PageTitle` sets it.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  load: () => Promise<string>,
): Promise<Metadata> {
  if (!(await isDocumentRequest())) return { title: strings.kinds[kind] };
  try {
    return { title: await load() };
  } catch (thrown) {
    // The page reports the outage itself. A title that fails would fail the whole document.
    if (await outageOf(thrown)) return { title: strings.kinds[kind] };
    throw thrown;
  }
}

/** Sets the title of such a page once its data is there. */
export function PageTitle({ children }: { children: string }) {
  return <HeldTitle title={`${children} · Dossier`} />;
}
