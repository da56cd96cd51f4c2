import type { Route } from "next";
import Link from "next/link";
import { fieldId, useFormField } from "@/components/forms/form-context";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { composer, page } from "@/features/requests/strings";

/** Shown instead of the address if the contact gets no email. */
const HINTS: Readonly<Record<string, string>> = {
  bounced: page.bounced,
  account_deleted: page.accountDeleted,
  opted_out: page.optedOut,
};

export function RecipientFields({
  contacts,
  chosen,
  addHref,
}: {
  contacts: readonly { id: string; name: string; email: string; status: string }[];
  chosen: readonly string[];
  addHref: Route;
}) {
  const { id, error } = useFormField("contact_ids");
  return (
    <ChoiceGroup id={id} legend={composer.recipients} hint={composer.recipientsHint} error={error}>
      {contacts.map((contact) => (
        <Checkbox
          key={contact.id}
          id={fieldId(id, contact.id)}
          name="contact_ids"
          value={contact.id}
          label={contact.name}
          hint={HINTS[contact.status] ?? contact.email}
          defaultChecked={chosen.includes(contact.id)}
        />
      ))}
      <p>
        <Link href={addHref} className="link inline-flex min-h-11 items-center text-sm">
          {composer.addContact}
        </Link>
      </p>
    </ChoiceGroup>
  );
}
