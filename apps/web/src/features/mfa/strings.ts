/** Sentences of second factors: asking for one, adding one, proving it once more. */
export const strings = {
  fields: {
    code: "Code from your app",
    codeHint: "6 digits. A new one appears every 30 seconds.",
    factor: "Which app?",
    name: "Name of the app or device",
    nameHint: "So that you can tell your factors apart.",
    nameDefault: "Authenticator app",
  },
  ask: {
    title: "Enter your second factor",
    lead: "Open your authenticator app and type the code it shows for Dossier.",
    submit: "Verify",
    lost: "Lost your device? An owner of your firm can reset your second factor. If you are the only owner, whoever runs Dossier for you can.",
  },
  enrol: {
    title: "Add a second factor",
    required:
      "Your firm asks for a second factor. You need an authenticator app, such as the one built into your password manager or phone.",
    optional:
      "After your password, Dossier will ask for a code from an authenticator app: the one built into your password manager or phone will do.",
    skip: "Not now",
    start: "Continue",
    scan: "Scan this with your authenticator app",
    picture: "QR code for your authenticator app",
    open: "Open it in an app on this device",
    type: "Or type this key into the app",
    confirm: "Turn on",
  },
  stepUp: {
    title: "Confirm it's you",
    lead: "This needs your second factor once more. What you were doing goes on right after.",
    loading: "Looking up your factors…",
    none: "This needs a second factor, and you have none yet. Add one, then try again.",
    add: "Add a second factor",
    failed: "Your factors could not be looked up.",
    retry: "Retry",
  },
  ended: {
    windowTitle: "Signed out",
    title: "You were signed out on this device",
    text: "You were signed out from another device, or your password was changed. Sign in again to continue where you left off.",
    signIn: "Sign in again",
  },
  tooMany: {
    title: "Too many attempts",
    later: "Try again in a few minutes.",
    reload: "Load this page again",
  },
  events: {
    updated: "Your account was changed in another tab.",
    dismiss: "Dismiss",
  },
} as const;
