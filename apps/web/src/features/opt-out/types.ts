/** What a contact gets from a firm: everything, no reminders, or nothing and why. */
export type EmailState = "all" | "no_reminders" | "firm" | "left" | "wrong_person";

/** What the page behind an opt-out link shows. */
export type OptOut = {
  firm: string;
  logoPath: string | null;
  client: string;
  emailMasked: string;
  state: EmailState;
};

/** A firm that the signed-in contact gets no email, or no reminders, from. */
export type EmailStop = {
  contactId: string;
  firm: string;
  client: string;
  state: Exclude<EmailState, "all">;
};
