import type { ReactNode } from "react";
import { KeptFailure } from "@/components/forms/kept-failure";
import { loadItem } from "@/features/items/loaders";
import { guardDocument } from "@/lib/document-request.server";

type Props = { children: ReactNode; params: Promise<{ publicId: string; itemId: string }> };

/** Guard above the loading state, so that an unknown item is a real 404. */
export default async function ItemLayout({ children, params }: Props) {
  const { publicId, itemId } = await params;
  await guardDocument(() => loadItem(publicId, itemId));
  return <KeptFailure>{children}</KeptFailure>;
}
