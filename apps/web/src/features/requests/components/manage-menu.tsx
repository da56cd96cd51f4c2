"use client";

import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { ArchiveForm } from "@/components/forms/archive-form";
import { FormDrafts } from "@/components/forms/form-draft";
import { Dialog } from "@/components/ui/dialog";
import { MoreMenu } from "@/components/ui/more-menu";
import { setRequestArchived } from "@/features/requests/actions";
import { ActForm } from "@/features/requests/components/manage-request";
import { actsOf, canArchive } from "@/features/requests/permissions";
import { actTexts, page } from "@/features/requests/strings";
import type { Act, RequestStatus } from "@/features/requests/types";
import { classNames } from "@/lib/style/class-names";
import { MENU_ROW } from "@/lib/style/menu";

const MENU_FORM_ID = "request-act";

type MenuProps = {
  org: { slug: string };
  request: { id: string; title: string; status: RequestStatus };
  mayRestore: boolean;
  children: ReactNode;
};

export function ManageMenu({ org, request, mayRestore, children }: MenuProps) {
  const [act, setAct] = useState<Act | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    const menu = list.current?.closest("details");
    // Move the focus to the menu's button, because the dialog returns the focus there when it
    // closes.
    menu?.querySelector("summary")?.focus();
    if (menu) menu.open = false;
  };
  const row = (each: Act) => (
    <li key={each}>
      <button
        type="submit"
        form={MENU_FORM_ID}
        name="act"
        value={each}
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          close();
          setAct(each);
        }}
        className={classNames(MENU_ROW, "text-danger")}
      >
        {actTexts[each].label}
      </button>
    </li>
  );
  return (
    <>
      <MoreMenu name="request" label={page.moreActions} ref={list}>
        {children}
        {actsOf(request).map(row)}
        {canArchive(request) || mayRestore ? (
          <li>
            <ArchiveForm
              action={setRequestArchived}
              id="archive-request"
              fields={{ org: org.slug, request_id: request.id }}
              isArchived={mayRestore}
              name={request.title}
              onDone={close}
            >
              <button type="submit" className={MENU_ROW}>
                {mayRestore ? page.restore : page.archive}
              </button>
            </ArchiveForm>
          </li>
        ) : null}
      </MoreMenu>
      <form id={MENU_FORM_ID} method="get" className="hidden" />
      {act && actsOf(request).includes(act) ? (
        <Dialog
          open
          title={actTexts[act].label}
          description={actTexts[act].lead}
          initialFocus={cancel}
          onOpenChange={(isOpen) => {
            if (!isOpen) setAct(null);
          }}
        >
          <FormDrafts>
            <ActForm
              org={org}
              requestId={request.id}
              act={act}
              onCancel={() => setAct(null)}
              cancelRef={cancel}
            />
          </FormDrafts>
        </Dialog>
      ) : null}
    </>
  );
}
