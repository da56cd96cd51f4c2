import type { PendingCode } from "@/lib/codes/pending-codes";

const account = (email: string) => `If ${email} can sign in here, a code is on its way.`;

const CONDITIONS: Readonly<Record<PendingCode["purpose"], (email: string) => string>> = {
  "sign-up": (email) => `If we can send email to ${email}, a code is on its way.`,
  "sign-in": account,
  recovery: account,
  join: (email) => `If the invitation was sent to ${email}, a code is on its way.`,
  portal: (email) => `If this request was sent to ${email}, a code is on its way.`,
};

/** Must not reveal whether the email address has an account. */
const hourlyLimit = (email: string) =>
  `Dossier recently reached its hourly email limit, so a code for ${email} may not arrive. If it does not, ask for a new one in an hour.`;

type VerifyFacts = Pick<PendingCode, "email" | "purpose" | "isRepeated" | "isLimited">;

export const strings = {
  account: {
    menu: (address: string) => (address === "" ? "Account" : `Account: ${address}`),
    profile: "Your account",
    security: "Security",
    orgs: "Your firms",
    requests: "Your requests",
    signOut: "Sign out",
  },
  fields: {
    name: "Your name",
    email: "Email",
    password: "Password",
    newPassword: "New password",
    passwordRule: "At least 10 characters, such as a few words",
  },
  signUp: {
    title: "Create your account",
    lead: "First confirm your address with a code. If you like, choose a password. Then create your firm.",
    submit: "Create account",
    other: "Already have an account?",
    otherLink: "Sign in",
  },
  signIn: {
    title: "Sign in",
    lead: "Use your password or a code sent by email.",
    submit: "Sign in",
    sendCode: "Send me a code",
    forgot: "Forgot your password?",
    other: "New here?",
    otherLink: "Create your firm",
  },
  verify: {
    title: "Enter your code",
    /** Must not reveal whether the email address has an account, or claim that a code was sent. */
    lead: ({ email, purpose, isRepeated, isLimited }: VerifyFacts) => {
      if (isLimited) return hourlyLimit(email);
      return isRepeated
        ? `You asked for a code for ${email} a moment ago. If you got that code and have not used it, enter it now. Otherwise, ask for a new code below.`
        : `${CONDITIONS[purpose](email)} It is valid for 10 minutes.`;
    },
    hourlyLimit,
    leadUnknown: "Enter your address and the code from your email.",
    submit: "Confirm",
    wait: "You just asked for a code. Check your email first.",
    sent: "If we can send a code to this address, a new one is on its way.",
    otherAddress: "Use another address",
    help: "No email after a minute? Check your spam folder and the address. If you asked for a code on another device a moment ago, use that code.",
    helpOfFirm: (firm: string) =>
      `No email after a minute? Check your spam folder. If ${firm} did not send this request to this address, you may not get a code. Ask ${firm} which address it used.`,
  },
  setPassword: {
    title: "Choose a password",
    lead: "A password is optional. Without one, you sign in with a code sent by email.",
    submit: "Save password",
    skip: "Not now",
  },
  forgot: {
    title: "Forgot your password?",
    lead: "Enter your email address. If it belongs to an account, we’ll email you a code for choosing a new password.",
    submit: "Send code",
    back: "Back to sign in",
  },
  reset: {
    title: "Choose a new password",
    lead: "Saving a new password signs out your other devices.",
    submit: "Save new password",
  },
  ended: {
    windowTitle: "Signed out",
    title: "You were signed out on this device",
    text: "This happens when someone signs this device out from another device, saves a new password or adds an authenticator app. If that was you, sign in again to continue where you left off. If not, sign in and choose a new password.",
    draft: "Your draft is still in this tab.",
    signIn: "Sign in again",
  },
  events: {
    updated: "You changed your account in another tab.",
    dismiss: "Dismiss",
  },
  demo: {
    title: "Try the demo",
    lead: "Everything in the demo is made up. Choose a person to sign in as.",
    signInAs: "Sign in as",
    portal: "Answer as a client",
    mailbox: "Open the demo mailbox",
    portalHref: "/r/de300000000000000000000000000001#email=tom@bramblefinch.example",
    // The ids match `supabase/seed.sql`. The id determines the color of the person's picture.
    people: [
      {
        id: "5eed0006-0000-4000-8000-000000000001",
        name: "Olivia Hart",
        role: "Owner",
        email: "olivia@harbour.example",
      },
      {
        id: "5eed0006-0000-4000-8000-000000000002",
        name: "Adam Reyes",
        role: "Admin",
        email: "adam@harbour.example",
      },
      {
        id: "5eed0006-0000-4000-8000-000000000003",
        name: "Mia Chen",
        role: "Member",
        email: "mia@harbour.example",
      },
    ],
    password: "dossier-demo",
  },
  rules: {
    name: "Enter your name.",
    password: "Enter your password.",
    passwordMissing: "Enter a password.",
    passwordTooLong: (max: number) =>
      `Use a shorter password. The limit is ${max} characters. Emoji and letters outside the English alphabet count as more than one.`,
    code: "Enter the code.",
    codeLength: "Enter all 8 digits of the code.",
  },
} as const;
