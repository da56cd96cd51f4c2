"use client";

import { type MouseEvent, useRef, useState } from "react";
import { FormDrafts } from "@/components/forms/form-draft";
import { Dialog } from "@/components/ui/dialog";
import { MoreMenu } from "@/components/ui/more-menu";
import { ArchiveClient } from "@/features/clients/components/archive-client";
import { EditClientForm } from "@/features/clients/components/edit-client-form";
import { strings } from "@/features/clients/strings";
import type { Client } from "@/features/clients/types";
import { MENU_ROW } from "@/lib/style/menu";

const EDIT_ID = "show-edit";

export function ClientMenu({ org, client }: { org: { id: string; slug: string }; client: Client }) {
  const [isEditing, setEditing] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const close = () => {
    const menu = list.current?.closest("details");
    menu?.querySelector("summary")?.focus();
    if (menu) menu.open = false;
  };
  const edit = (event: MouseEvent) => {
    event.preventDefault();
    // Move the focus to the menu's button, because the dialog returns the focus there when it
    // closes.
    close();
    setEditing(true);
  };
  return (
    <>
      <MoreMenu name="client" label={strings.moreActions} ref={list}>
        <li>
          <button
            type="submit"
            form={EDIT_ID}
            name="edit"
            value="1"
            onClick={edit}
            className={MENU_ROW}
          >
            {strings.editClient}
          </button>
        </li>
        <li>
          <ArchiveClient client={client} onDone={close} />
        </li>
      </MoreMenu>
      <form id={EDIT_ID} method="get" className="hidden" />
      {isEditing ? (
        <Dialog open title={strings.editClient} onOpenChange={setEditing}>
          <FormDrafts>
            <EditClientForm org={org} client={client} onClose={() => setEditing(false)} />
          </FormDrafts>
        </Dialog>
      ) : null}
    </>
  );
}
