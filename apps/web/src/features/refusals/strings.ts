import { formatNames } from "@/lib/format/format";

/** Words of a refusal that leads to other pages. */
export const strings = {
  correctOf: (name: string) => `Correct the address of ${name}`,
  bouncedNow: (names: readonly string[]) => `Mail to ${formatNames(names)} bounced.`,
  contactsOf: (client: string) => `Contacts of ${client}`,
  untitledRequest: "Draft without a title",
};
