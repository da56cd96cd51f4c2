import { Plus } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ChoiceGroup } from "@/components/ui/checkbox";
import { Monogram } from "@/components/ui/monogram";
import type { Contact } from "@/features/clients/types";
import { composer, page } from "@/features/requests/strings";
import { fieldId, useFormField } from "@/lib/forms/form-context";
import { classNames } from "@/lib/style/class-names";

const HINTS: Readonly<Record<string, string>> = {
  bounced: page.bounced,
  account_deleted: page.accountDeleted,
  opted_out: page.optedOut,
};

const CHIP =
  "inline-flex min-h-7 max-w-full min-w-0 cursor-pointer items-center gap-1.5 rounded-full border border-line py-0.5 pr-3 pl-2 text-ink-muted hover:bg-hover has-checked:border-transparent has-checked:bg-hover has-checked:font-medium has-checked:text-ink forced-colors:has-checked:border-[CanvasText] pointer-coarse:min-h-11";

export function ContactFields({
  legend = composer.contacts,
  contacts,
  chosen,
  addHref,
}: {
  legend?: string;
  contacts: readonly Contact[];
  chosen: readonly string[];
  addHref?: Route;
}) {
  const { id, error } = useFormField("contact_ids");
  return (
    <ChoiceGroup id={id} legend={legend} error={error}>
      <div className="flex flex-wrap items-center gap-1.5 pt-0.5">
        {contacts.map((contact) => {
          const inputId = fieldId(id, contact.id);
          const problem = HINTS[contact.status];
          const hasNamesake = contacts.some(
            (other) => other !== contact && other.name === contact.name,
          );
          return (
            <span
              key={contact.id}
              className="flex max-w-full flex-wrap items-center gap-x-1.5 gap-y-1"
            >
              <label htmlFor={inputId} title={contact.email} className={CHIP}>
                <input
                  id={inputId}
                  type="checkbox"
                  name="contact_ids"
                  value={contact.id}
                  defaultChecked={chosen.includes(contact.id)}
                  aria-describedby={`${inputId}-hint`}
                  className="check"
                />
                <Monogram
                  id={contact.userId ?? contact.id}
                  name={contact.name}
                  shape="person"
                  size={22}
                />
                <span dir="auto" className="truncate">
                  {contact.name}
                </span>
              </label>
              <span
                id={`${inputId}-hint`}
                className={classNames(
                  "text-xs",
                  problem ? "font-medium" : "truncate text-ink-subtle",
                  problem && (contact.status === "bounced" ? "text-danger" : "text-ink-muted"),
                  !problem && !hasNamesake && "sr-only",
                )}
              >
                {problem ?? contact.email}
              </span>
            </span>
          );
        })}
        {addHref ? (
          <Link
            href={addHref}
            className="inline-flex min-h-7 items-center gap-1.5 px-1 text-xs font-medium text-ink-muted hover:text-ink hover:underline pointer-coarse:min-h-11"
          >
            <Plus aria-hidden className="size-4" />
            {composer.addContact}
          </Link>
        ) : null}
      </div>
    </ChoiceGroup>
  );
}
