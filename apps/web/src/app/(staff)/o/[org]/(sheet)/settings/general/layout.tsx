import { guarded } from "@/app/_components/guarded";
import GeneralPage from "@/app/(staff)/o/[org]/(sheet)/settings/general/page";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * The list of time zones is so long that the page is streamed. Without scripts, streamed content
 * would appear below the sheet, so this layout renders the page again in a `noscript`.
 */
export default guarded(async function GeneralLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/settings/general">) {
  return (
    <>
      <WithoutScripts>
        <GeneralPage params={params} searchParams={Promise.resolve({})} />
      </WithoutScripts>
      {children}
    </>
  );
});
