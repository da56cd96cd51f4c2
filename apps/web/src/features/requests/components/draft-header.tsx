import { Send } from "lucide-react";
import type { Route } from "next";
import { SubmitButton } from "@/components/forms/submit-button";
import { SheetHeader } from "@/components/ui/sheet-header";
import { EditorActions } from "@/features/requests/components/editor-actions";
import { SaveStatus } from "@/features/requests/components/save-status";
import { composer, list } from "@/features/requests/strings";
import type { AutosaveState } from "@/lib/drafts/autosave";

export function DraftHeader({
  orgSlug,
  formId,
  saveState,
  contactCount,
}: {
  orgSlug: string;
  formId: string;
  saveState: AutosaveState<unknown>;
  contactCount: number;
}) {
  return (
    <SheetHeader
      crumbs={[{ href: `/o/${orgSlug}/requests` as Route, label: list.title }]}
      current={composer.newTitle}
      actions={
        <EditorActions>
          <SaveStatus state={saveState} />
          {/* Without scripts, Enter activates the first submit button of the form. With this button
              first, Enter saves the draft instead of sending it. */}
          <span className="hidden [@media(scripting:none)]:contents">
            <SubmitButton form={formId} name="intent" value="save" variant="secondary">
              {composer.save}
            </SubmitButton>
          </span>
          <SubmitButton form={formId} name="intent" value="send">
            <Send aria-hidden className="size-4" />
            <span>
              {composer.send}
              {/* Without scripts, hide the number of contacts, because it could not change with the
                  selection. */}
              <span className="[@media(scripting:none)]:hidden">
                {contactCount > 0 ? composer.sendTo(contactCount) : ""}
              </span>
            </span>
          </SubmitButton>
        </EditorActions>
      }
    />
  );
}
