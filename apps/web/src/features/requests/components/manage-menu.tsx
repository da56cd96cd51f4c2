"use client";

import { Ellipsis } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { buttonClasses } from "@/components/ui/button";
import { DetailsMenu } from "@/components/ui/details-menu";
import { Dialog } from "@/components/ui/dialog";
import { MENU, MENU_ROW } from "@/components/ui/menu";
import { archive } from "@/features/requests/actions";
import { ActForm } from "@/features/requests/components/manage-request";
import { actsOf, canArchive } from "@/features/requests/permissions";
import { actTexts, page } from "@/features/requests/strings";
import type { Act, RequestStatus } from "@/features/requests/types";
import { classNames } from "@/lib/class-names";

const MENU_FORM_ID = "request-act";

type MenuProps = {
  org: { slug: string };
  request: { id: string; status: RequestStatus };
  /** Rows at the start of the menu. */
  children: ReactNode;
};

/**
 * Everything that is seldom done with a request. Acts that others notice ask for a reason in a
 * dialog first. Without scripts, the page shows the same form.
 */
export function ManageMenu({ org, request, children }: MenuProps) {
  const [act, setAct] = useState<Act | null>(null);
  const row = (each: Act) => (
    <li key={each}>
      <button
        type="submit"
        form={MENU_FORM_ID}
        name="act"
        value={each}
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          const menu = event.currentTarget.closest("details");
          // The dialog returns the focus to the menu's button.
          menu?.querySelector("summary")?.focus();
          if (menu) menu.open = false;
          setAct(each);
        }}
        className={classNames(MENU_ROW, each === "cancel" && "text-danger")}
      >
        {actTexts[each].label}
      </button>
    </li>
  );
  return (
    <>
      <DetailsMenu name="request" className="relative">
        <summary
          aria-label={page.moreActions}
          title={page.moreActions}
          className={buttonClasses(
            "secondary",
            "md",
            "size-8 list-none px-0 pointer-coarse:size-11 [&::-webkit-details-marker]:hidden",
          )}
        >
          <Ellipsis aria-hidden className="size-4 text-ink-muted" />
        </summary>
        <ul className={classNames(MENU, "right-0")}>
          {children}
          {actsOf(request).map(row)}
          {canArchive(request) ? (
            <li>
              <Form action={archive} id="archive-request">
                <input type="hidden" name="org" value={org.slug} />
                <input type="hidden" name="request_id" value={request.id} />
                <button type="submit" className={MENU_ROW}>
                  {page.archive}
                </button>
              </Form>
            </li>
          ) : null}
        </ul>
      </DetailsMenu>
      <form id={MENU_FORM_ID} method="get" className="hidden" />
      {act && actsOf(request).includes(act) ? (
        <Dialog
          open
          title={actTexts[act].label}
          description={actTexts[act].lead}
          onOpenChange={(isOpen) => {
            if (!isOpen) setAct(null);
          }}
        >
          <FormDrafts>
            <ActForm org={org} requestId={request.id} act={act} onCancel={() => setAct(null)} />
          </FormDrafts>
        </Dialog>
      ) : null}
    </>
  );
}
