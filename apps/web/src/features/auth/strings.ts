/** Sentences of signing up and in. */
export const strings = {
  account: {
    menu: (address: string) => (address === "" ? "Account" : `Account: ${address}`),
    profile: "Your account",
    security: "Password and security",
    orgs: "Your firms",
    signOut: "Sign out",
  },
  fields: {
    name: "Your name",
    email: "E-mail",
    password: "Password",
    newPassword: "New password",
    passwordRule: "At least 10 characters. A few words in a row work well.",
    code: "Code",
    codeHint: "8 digits, from the mail we sent you.",
  },
  signUp: {
    title: "Create your account",
    lead: "We send a code to your address; you choose a password after that.",
    submit: "Create account",
    other: "Already have an account?",
    otherLink: "Sign in",
  },
  signIn: {
    title: "Sign in",
    lead: "With your password, or with a code by e-mail.",
    submit: "Sign in",
    sendCode: "Send me a code",
    useCode: "Enter your address and choose “Send me a code”.",
    forgot: "Forgot your password?",
    other: "New here?",
    otherLink: "Create an account",
  },
  verify: {
    title: "Enter your code",
    /** The same for known and unknown addresses. */
    lead: ({ email, isRepeated }: { email: string; isRepeated?: boolean | undefined }) =>
      isRepeated
        ? `A code for ${email} was asked for less than a minute ago, and one a minute is sent. If you have used it, ask for the next one below.`
        : `We sent a code to ${email}. It is valid for 10 minutes.`,
    leadUnknown: "Enter your address and the code that we sent to it.",
    submit: "Confirm",
    resend: "Send a new code",
    resendIn: (time: string) => `New code possible in ${time}`,
    wait: "A code was just sent. Look into your mail first.",
    sent: "A new code is on its way.",
    otherAddress: "Use another address",
    spam: "No mail? Look into the spam folder, or check the address for a typo. If you asked on another device less than a minute ago, that code is the one to type.",
  },
  setPassword: {
    title: "Choose a password",
    lead: "You can also go without one: then we send you a code each time.",
    submit: "Save password",
    skip: "Not now",
  },
  forgot: {
    title: "Forgot your password?",
    lead: "Enter your address. If it has an account, we send a code with which you can choose a new password.",
    submit: "Send code",
    back: "Back to sign in",
  },
  reset: {
    title: "Choose a new password",
    lead: "Your other devices are signed out with it, within an hour.",
    submit: "Save new password",
  },
  demo: {
    title: "Demo sign-ins",
    lead: "Everything here is made up. Fill in a person with one click.",
    fill: (name: string) => `Fill in ${name}`,
    use: "Fill in",
    mailbox: "Open the mailbox",
    portalLead: "Or answer as a client (the code comes to the mailbox):",
    portal: "Annual accounts 2026, as Tom",
    portalHref: "/r/de300000000000000000000000000001#email=tom@bramblefinch.example",
    mailboxLead: "All mail of the demo, with its codes:",
    people: [
      { name: "Olivia Hart", role: "Owner", email: "olivia@harbour.example" },
      { name: "Adam Reyes", role: "Admin", email: "adam@harbour.example" },
      { name: "Mia Chen", role: "Member", email: "mia@harbour.example" },
    ],
    password: "dossier-demo",
  },
} as const;
