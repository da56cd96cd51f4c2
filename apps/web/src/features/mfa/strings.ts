export const strings = {
  fields: {
    code: "Code from your app",
    codeHint: "6 digits. A new one appears every 30 seconds.",
    factor: "Which app?",
    name: "Name of the app or device",
    nameHint: "Helps you tell your apps apart.",
    nameDefault: "Authenticator app",
  },
  ask: {
    title: "Enter your verification code",
    lead: "Open your authenticator app and type the code it shows for Dossier.",
    submit: "Verify",
    lost: "Lost your device? Ask an owner of your firm to reset your two-step verification. If you belong to more than one firm, or no owner can help, ask the people who run Dossier.",
  },
  enrol: {
    title: "Set up two-step verification",
    required:
      "Your firm requires two-step verification. You need an authenticator app, such as the one built into your password manager or phone.",
    optional:
      "When you sign in, Dossier will also ask for a code from an authenticator app. You can use the one built into your password manager or phone.",
    skip: "Not now",
    start: "Continue",
    scan: "Scan this QR code with your authenticator app",
    picture: "QR code for your authenticator app",
    open: "Open authenticator app",
    type: "Or type this key into the app",
    confirm: "Turn on",
    confirmAnother: "Add app",
    cancel: "Cancel",
  },
  stepUp: {
    title: "Confirm it’s you",
    lead: "Enter a code from your authenticator app. Then you can continue where you left off.",
    loading: "Loading your authenticator apps…",
    none: "This action needs two-step verification. Set it up, then try again.",
    add: "Set up two-step verification",
    failed: "Your authenticator apps could not be loaded.",
    retry: "Try again",
    cancel: "Cancel",
  },
  tooMany: {
    title: "Too many attempts",
    later: "Try again in a few minutes.",
    reload: "Reload the page",
  },
  rules: {
    code: "Enter the code from your app.",
    codeLength: "Enter all 6 digits of the code.",
    factor: "Choose one of your apps.",
    name: "Enter a name, such as “Phone”.",
  },
} as const;
