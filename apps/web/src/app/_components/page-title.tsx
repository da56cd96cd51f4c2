import type { Metadata } from "next";
import { HeldTitle } from "@/app/_components/held-title";
import { strings } from "@/app/_components/strings";
import { outageOf } from "@/lib/backend/outage.server";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Metadata of a page whose title only its data knows. A document awaits it. Within the application a
 * page and its links, which are fetched ahead, would wait for it before they show anything: there it
 * is the kind of page, until `PageTitle` says more.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  load: () => Promise<string>,
): Promise<Metadata> {
  if (!(await isDocumentRequest())) return { title: strings.kinds[kind] };
  try {
    return { title: await load() };
  } catch (thrown) {
    // The page says so itself; a title that fails would fail the whole document.
    if (await outageOf(thrown)) return { title: strings.kinds[kind] };
    throw thrown;
  }
}

/** The title of such a page, once it is there. */
export function PageTitle({ children }: { children: string }) {
  return <HeldTitle title={`${children} · Dossier`} />;
}
