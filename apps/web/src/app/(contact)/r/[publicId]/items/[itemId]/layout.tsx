import type { ReactNode } from "react";
import { guarded } from "@/app/_components/guarded";
import ItemPage from "@/app/(contact)/r/[publicId]/items/[itemId]/page";
import { OutlivedError } from "@/components/forms/outlived-error";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { loadItem } from "@/features/items/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

type Props = { children: ReactNode; params: Promise<{ publicId: string; itemId: string }> };

export default guarded(async function ItemLayout({ children, params }: Props) {
  const { publicId, itemId } = await params;
  await guardDocument(() => loadItem(publicId, itemId));
  return (
    <OutlivedError>
      <WithoutScripts>
        <ItemPage params={params} />
      </WithoutScripts>
      {children}
    </OutlivedError>
  );
});
