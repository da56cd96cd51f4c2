import { formatNames } from "@/lib/format/format";

/** Sentences of a refusal that links to other pages. */
export const strings = {
  correctOf: (name: string) => `Correct the address of ${name}`,
  bouncedNow: (names: readonly string[]) => `Email to ${formatNames(names)} bounced.`,
  contactsOf: (client: string) => `Contacts of ${client}`,
  untitledRequest: "Draft without a title",
};
