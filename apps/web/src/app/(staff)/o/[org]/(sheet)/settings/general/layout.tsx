import { guarded } from "@/app/_components/guarded";
import GeneralPage from "@/app/(staff)/o/[org]/(sheet)/settings/general/page";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * For browsers without scripts, puts the forms into the first part of the document. Without this
 * layout, the server would stream the forms, because the list of time zones is long. Browsers
 * without scripts would then show the forms below the sheet.
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
