import type { ReactNode } from "react";
import { guarded } from "@/app/_components/guarded";
import ItemsPage from "@/app/(contact)/r/[publicId]/items/(list)/page";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { requestPathWithin } from "@/lib/http/request-path.server";

type Props = { children: ReactNode; params: Promise<{ publicId: string }> };

/** Next does not pass the query to a layout, so read it from the URL of the request. */
async function readSearch(publicId: string): Promise<Record<string, string>> {
  const path = await requestPathWithin(`/r/${publicId}/items`);
  return Object.fromEntries(new URL(path, "http://localhost").searchParams);
}

export default guarded(async function ItemsListLayout({ children, params }: Props) {
  const { publicId } = await params;
  return (
    <>
      <WithoutScripts>
        <ItemsPage params={params} searchParams={readSearch(publicId)} />
      </WithoutScripts>
      {children}
    </>
  );
});
