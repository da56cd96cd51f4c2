/** With one of the last three values, the contact gets no email from the firm. */
export type EmailState = "all" | "no_reminders" | "firm" | "left" | "wrong_person";

export type OptOut = {
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  client: string;
  emailMasked: string;
  state: EmailState;
};

export type EmailStop = {
  contactId: string;
  firm: string;
  client: string;
  state: Exclude<EmailState, "all">;
};
