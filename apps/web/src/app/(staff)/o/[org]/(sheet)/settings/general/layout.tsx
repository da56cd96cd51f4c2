import { guarded } from "@/app/_components/guarded";
import GeneralPage from "@/app/(staff)/o/[org]/(sheet)/settings/general/page";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * The list of time zones is so long that the server streams the forms. Browsers without scripts
 * would then show the forms below the sheet, so the layout renders the page for them.
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
