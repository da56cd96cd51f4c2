import type { Metadata } from "next";
import { FixedTitle } from "@/app/_components/fixed-title";
import { strings } from "@/app/_components/strings";
import { outageOf } from "@/lib/backend/outage.server";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Returns the metadata of a page whose title depends on its data. A document waits for it. In a
 * navigation within the app, the page would wait for it before it shows anything, so the title is
 * the kind of page until `PageTitle` sets it.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  load: () => Promise<string>,
): Promise<Metadata> {
  if (!(await isDocumentRequest())) return { title: strings.kinds[kind] };
  try {
    return { title: await load() };
  } catch (thrown) {
    // The page reports the outage itself. A failing title would fail the whole document.
    if (await outageOf(thrown)) return { title: strings.kinds[kind] };
    throw thrown;
  }
}

export function PageTitle({ children }: { children: string }) {
  return <FixedTitle title={`${children} · Dossier`} />;
}
