import { guarded } from "@/app/_components/guarded";
import GeneralPage from "@/app/(staff)/o/[org]/(sheet)/settings/general/page";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * The list of time zones is long, so the server would stream the forms. Browsers without scripts
 * would then show the forms below the sheet.
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
