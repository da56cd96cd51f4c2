import { Ellipsis } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { buttonClasses } from "@/components/ui/button";
import { DetailsMenu } from "@/components/ui/details-menu";
import { classNames } from "@/lib/style/class-names";
import { MENU, MORE_BUTTON } from "@/lib/style/menu";

/**
 * On phones, the menu is at the edge of the screen, because its button may be anywhere in the bar.
 */
export function MoreMenu({
  name,
  label,
  ref,
  children,
}: {
  name: string;
  label: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}) {
  return (
    <DetailsMenu name={name} className="md:relative">
      <summary
        aria-label={label}
        title={label}
        className={buttonClasses("secondary", "md", MORE_BUTTON)}
      >
        <Ellipsis aria-hidden className="size-4 text-ink-muted" />
      </summary>
      <ul ref={ref} className={classNames(MENU, "right-0 max-md:right-4")}>
        {children}
      </ul>
    </DetailsMenu>
  );
}
