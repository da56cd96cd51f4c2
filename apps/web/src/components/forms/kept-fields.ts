import { type KeptFields, printOf } from "@/lib/drafts/kept-drafts";

/** Kinds of inputs in which nobody writes, or whose content may not be kept. */
const NOT_KEPT = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);

/** The version that a form's words were written over; kept beside them. */
export const VERSION = "version";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isChecked = (field: Field): field is HTMLInputElement =>
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

/** What people wrote or chose in a form, and the version they did so over. */
export function readFields(form: HTMLFormElement): KeptFields {
  const fields: KeptFields = {};
  for (const field of fieldsOf(form)) {
    if (NOT_KEPT.has(field.type) && field.name !== VERSION) continue;
    fields[field.name] ??= [];
    if (!isChecked(field) || field.checked) fields[field.name]?.push(field.value);
  }
  return fields;
}

/** Everything that a form would send, for editors whose fields come and go. */
export function readAllFields(form: HTMLFormElement): KeptFields {
  const fields: KeptFields = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || name.startsWith("$ACTION")) continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

/** The fields as the server sent them, whatever was typed before the page's scripts ran. */
export function readShown(
  form: HTMLFormElement,
  read: (form: HTMLFormElement) => KeptFields,
): KeptFields {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return read(copy);
}

/** Tells whether a form was changed before the page's scripts could listen to it. */
export function wasChanged(form: HTMLFormElement): boolean {
  return printOf(readAllFields(form)) !== printOf(readShown(form, readAllFields));
}

/**
 * Keeps the browser from filling in a form after the Back button: it would put words of an earlier
 * visit over newer ones. Scripts restore what was not sent, with the version that it was written
 * over, so only a form that they reached is marked.
 */
export function refuseRefill(form: HTMLFormElement): void {
  form.autocomplete = "off";
}

/** Kept fields as a form would send them. */
export function toFormData(fields: KeptFields): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of values) form.append(name, value);
  }
  return form;
}

/** Changes a field as a person would: React takes what is set on the element itself as its own. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}

function openAround(field: Field): void {
  let details = field.closest("details");
  while (details) {
    details.open = true;
    details = details.parentElement?.closest("details") ?? null;
  }
}

/** Puts kept values back where they can be seen, and tells whoever listens to what is typed. */
export function writeFields(form: HTMLFormElement, kept: KeptFields): void {
  const places = new Map<string, number>();
  for (const field of fieldsOf(form)) {
    const values = field.type === "hidden" ? undefined : kept[field.name];
    if (!values) continue;
    const before = [field.value, isChecked(field) && field.checked];
    if (isChecked(field)) field.checked = values.includes(field.value);
    else {
      const place = places.get(field.name) ?? 0;
      places.set(field.name, place + 1);
      type(field, values[place] ?? "");
    }
    if (before[0] === field.value && before[1] === (isChecked(field) && field.checked)) continue;
    openAround(field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
