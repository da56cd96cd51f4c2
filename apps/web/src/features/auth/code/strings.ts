// A separate file keeps the other sign-in texts out of the scripts of a contact's sign-in page.
export const strings = {
  label: "Code",
  hint: "8 digits, from the email",
  resend: "Send a new code",
  resendIn: (time: string) => `You can ask for a new code in ${time}`,
} as const;
