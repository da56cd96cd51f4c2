// In a separate file, so that a contact's first pages do not load all texts of the sign-in.
export const strings = {
  label: "Code",
  hint: "8 digits, from the email",
  resend: "Send a new code",
  resendIn: (time: string) => `You can ask for a new code in ${time}`,
} as const;
