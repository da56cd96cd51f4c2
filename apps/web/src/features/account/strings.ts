import { endSentence } from "@/lib/format/sentences";

export const strings = {
  theme: { legend: "Theme", system: "System", light: "Light", dark: "Dark" },
  title: "Your account",
  loading: "Loading your account…",
  navigation: {
    label: "Account",
    profile: "Profile",
    email: "Email",
    security: "Security",
    delete: "Delete account",
  },
  profile: {
    title: "Profile",
    example: "How others see you",
    exampleText:
      "Your team sees your name and picture. Clients see them next to your messages and notes.",
    name: "Your name",
    themeHint: "Applies to this browser now, and to your other browsers when you sign in there.",
    singleKeys: "Single-key shortcuts",
    singleKeysHint:
      "For example, J and K move through lists. Single-key shortcuts do nothing while you type.",
    submit: "Save",
    saved: "Saved",
  },
  avatar: {
    title: "Picture",
    hint: "PNG, JPEG or WebP, at most 2\u00a0MB",
    choose: "Choose a picture",
    change: "Change picture",
    save: "Save picture",
    saving: "Saving your picture…",
    remove: "Remove picture",
    problems: {
      missing: "Choose a picture first.",
      tooLarge: "This picture is too large. Choose one that is 2\u00a0MB or smaller.",
      tooManyPixels: "This picture has more than 25 million pixels. Choose a smaller one.",
      unreadable:
        "This file is not a PNG, JPEG or WebP image, or it is damaged. Choose another file.",
      busy: "Dossier is still working on other pictures. Wait a minute, then try again.",
    },
    lost: "The connection was lost, so your picture may not have changed. Try again.",
    saved: "You changed your picture.",
    removed: "You removed your picture.",
    current: "Your picture",
  },
  email: {
    title: "Email",
    change: "Change your email",
    lead: (address: string) => `You sign in with ${address}.`,
    field: "New email",
    next: "Next steps",
    steps: [
      "Enter the code that is emailed to your current address.",
      "Enter the code that is emailed to the new address.",
      "From then on, you sign in with the new address. You can no longer open requests that were sent to the old address, so ask the firm to use the new one.",
    ],
    unchanged: "Nothing changes until you enter both codes.",
    submit: "Send codes",
    same: "This is already your address. Enter another one.",
    step: { current: "Step 1 of 2", new: "Step 2 of 2" },
    codeLead: (address: string) =>
      `If your new address can be used, a code for ${address} is on its way. Enter it here.`,
    confirm: { current: "Continue", new: "Change email" },
    stays: (address: string) =>
      `Your address stays ${address} until you enter both codes. They are valid for 10 minutes.`,
    resend: "Send new codes",
    resent: (address: string) =>
      `If your new address can be used, new codes for both addresses are on their way. Start with the code for ${address}.`,
    none: "No email after a few minutes? Check your spam folder. If the email is not there, you may not be able to use the new address. To try another one, first choose “Keep my address”.",
    abandon: "Keep my address",
    done: "You changed your email.",
    sent: {
      title: "Emails you may get at this address",
      /** Shown only to people who belong to a firm. */
      staffRows: [
        [
          "New answers",
          "One email, 15 minutes after a client sends answers. It goes to the assignee of the request. If the request has no assignee, or the assignee no longer has access to the firm, it goes to the person who created the request. If that person has no access either, it goes to the owners.",
        ],
        [
          "Contacts",
          "A notice when a contact deletes their account or asks not to get email from your firm. It goes to the people who get “New answers” for the contact’s open requests. If the contact has no open request, it goes to the owners.",
        ],
        [
          "Your firm",
          "For owners and admins: a notice when emails wait because of a daily limit. For owners: a notice when someone becomes an owner or is no longer one, and when the firm is deleted.",
        ],
      ],
      rows: [
        [
          "Your requests",
          "Requests and reminders from firms that ask you for documents. Also a notice when a firm returns an answer, asks for more, or completes, reopens or cancels a request.",
        ],
        ["Invitations", "Invitations to join the team of a firm."],
        ["Codes", "Codes to sign in, and to confirm changes to your account."],
        [
          "Security",
          "A notice when your password, email or two-step verification changes, and when your account is deleted.",
        ],
      ],
    },
  },
  security: {
    title: "Security",
    done: {
      password: "You saved a new password. This signed out your other devices.",
      "factor-removed": "You removed the authenticator app.",
      others: "You signed out your other devices.",
    },
    factorAdded: (isOnly: boolean) =>
      isOnly
        ? "You added an authenticator app. This signed out your other devices."
        : "You added an authenticator app. Devices where you signed in without a code from an app were signed out.",
  },
  password: {
    title: "Password",
    // The text must fit users with and without a password, because the auth service does not say
    // whether a user has one.
    lead: "A password is optional. Without one, you sign in with a code sent by email. Saving a new password signs out your other devices.",
    submit: "Save password",
    code: "Code from your email",
    codeHint: "You signed in more than a day ago. Enter the code from the email.",
    resend: "Send a new code",
  },
  factors: {
    title: "Two-step verification",
    lead: "After your password or emailed code, you also enter a code from an authenticator app. Add two apps on different devices, because there are no recovery codes.",
    off: "Off",
    offHint: "Only your password or an emailed code protects your account.",
    one: "Add a second app. There are no recovery codes, so you would lose access if you lost your device.",
    oneTitle: "One authenticator app is not enough",
    added: (date: string) => `Added ${date}`,
    remove: (name: string) => `Remove ${name}`,
    removeLead: (name: string) => `Dossier will no longer ask for codes from “${name}”.`,
    removeLast: (name: string) =>
      `“${name}” is your only authenticator app. Without it, only your password or an emailed code protects your account. A firm that requires two-step verification will ask you to set it up again.`,
    removeNotice: "You get an email about it.",
    removeSubmit: "Remove authenticator app",
    add: "Add an authenticator app",
    addAnother: "Add another authenticator app",
    full: (max: number) =>
      `You already have ${max} authenticator apps, which is the maximum. Remove one to add another.`,
  },
  devices: {
    title: "Devices",
    lead: "A device that you sign out loses access immediately.",
    others: "Sign out other devices",
    everywhere: "Sign out everywhere",
  },
  deletion: {
    title: "Delete account",
    lead: "You cannot restore a deleted account.",
    next: "When you delete your account",
    staffConsequences: [
      ["Your firms", "You leave all your firms. They keep your notes and decisions."],
    ],
    consequences: [
      ["Your name", "Records keep your name so that they stay complete."],
      ["Your requests", "You lose access to requests that were sent to you."],
    ],
    sole: (firm: string) => endSentence(`You are the only owner of ${firm}`),
    soleNext: "To delete your account, first make someone else an owner or delete the firm.",
    chooseOwner: "Make someone else an owner",
    deleteFirm: "Delete the firm",
    field: (address: string) => `Type ${address} to confirm`,
    mismatch: (address: string) => `Type ${address} exactly.`,
    submit: "Delete account",
    done: "You deleted your account.",
  },
} as const;
