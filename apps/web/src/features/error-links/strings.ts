import { formatNames } from "@/lib/format/format";

export const strings = {
  correctOf: (name: string) => `Correct the address of ${name}`,
  bouncedNow: (names: readonly string[]) => `Email to ${formatNames(names)} bounced.`,
  contactsOf: (client: string) => `Contacts of ${client}`,
};
