/** The emails that a contact gets from a firm: all, no reminders, or none and why. */
export type EmailState = "all" | "no_reminders" | "firm" | "left" | "wrong_person";

/** The content of the page behind an opt-out link. */
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
