import type { Metadata } from "next";
import { HeldTitle } from "@/app/_components/held-title";
import { strings } from "@/app/_components/strings";
import { isDocumentRequest } from "@/lib/document-request.server";

/**
 * Metadata of a page whose title only its data knows. A document awaits it. Within the application a
 * page and its links, which are fetched ahead, would wait for it before they show anything: there it
 * is the kind of page, until `PageTitle` says more.
 */
export async function titleOnceKnown(
  kind: keyof typeof strings.kinds,
  load: () => Promise<string>,
): Promise<Metadata> {
  return { title: (await isDocumentRequest()) ? await load() : strings.kinds[kind] };
}

/** The title of such a page, once it is there. */
export function PageTitle({ children }: { children: string }) {
  return <HeldTitle title={`${children} · Dossier`} />;
}
