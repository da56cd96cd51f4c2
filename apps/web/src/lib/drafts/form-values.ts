import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { openAround, SECTIONS } from "@/lib/forms/open-sections";

/** Inputs without typed text, or with text that must not be stored. */
const NOT_STORED = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);

/** The hidden field with the version that the user edited. Drafts contain this field. */
export const VERSION = "version";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** While a field shows its password, its type is `text`, so check `autocomplete` instead. */
const isSecret = (field: Field) => field.autocomplete.endsWith("password");

const hasCheckedState = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isField).filter(({ name }) => name !== "");
}

export function readTypedFields(form: HTMLFormElement): DraftFields {
  const fields: DraftFields = {};
  for (const field of fieldsOf(form)) {
    if ((NOT_STORED.has(field.type) && field.name !== VERSION) || isSecret(field)) continue;
    fields[field.name] ??= [];
    if (!hasCheckedState(field) || field.checked) fields[field.name]?.push(field.value);
  }
  return fields;
}

/** Also reads hidden fields, for editors that add and remove fields. */
export function readAllFields(form: HTMLFormElement): DraftFields {
  return toDraftFields(new FormData(form));
}

/**
 * Reads the values that the server rendered, and ignores text that the user typed before the
 * scripts ran.
 */
export function readRendered<T>(form: HTMLFormElement, read: (form: HTMLFormElement) => T): T {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return read(copy);
}

export function isChanged(form: HTMLFormElement): boolean {
  return fingerprint(readAllFields(form)) !== fingerprint(readRendered(form, readAllFields));
}

/**
 * Prevents the browser from restoring text after Back, because that text may be older than the
 * saved text. Use this function only for forms with a draft, because scripts restore a draft
 * together with its version.
 */
export function disableRefill(form: HTMLFormElement): void {
  form.autocomplete = "off";
}

export function toDraftFields(form: FormData): DraftFields {
  const fields: DraftFields = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.startsWith("$ACTION")) continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

export function toFormData(fields: DraftFields): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of values) form.append(name, value);
  }
  return form;
}

/** React detects the change only if the prototype's setter sets the value. */
function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}

export function typeInto(field: Field, value: string): void {
  setValue(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Also opens the sections around each changed field, but no menus. */
export function writeFields(form: HTMLFormElement, draft: DraftFields): void {
  const positions = new Map<string, number>();
  for (const field of fieldsOf(form)) {
    const values = field.type === "hidden" ? undefined : draft[field.name];
    if (!values) continue;
    const before = [field.value, hasCheckedState(field) && field.checked];
    if (hasCheckedState(field)) field.checked = values.includes(field.value);
    else {
      const position = positions.get(field.name) ?? 0;
      positions.set(field.name, position + 1);
      setValue(field, values[position] ?? "");
    }
    const after = [field.value, hasCheckedState(field) && field.checked];
    if (before[0] === after[0] && before[1] === after[1]) continue;
    openAround(field, SECTIONS);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
