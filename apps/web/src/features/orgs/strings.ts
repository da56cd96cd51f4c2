import { formatNumber } from "@/lib/format/format";

const NONE = "You do not belong to a firm yet.";
const INVITED =
  "Were you invited? Sign in with the invited address and open the link in the email.";

export const strings = {
  list: {
    title: "Your firms",
    create: "Create firm",
    empty: `${NONE} Create your firm to send your first request. ${INVITED}`,
    deleted: (name: string) => `You deleted ${name}`,
    deletedText: (date: string) =>
      `Staff and clients no longer have access, and the owners get an email. The data is stored until ${date}. Until then, the people who run Dossier can restore the firm.`,
    left: (name: string) => `You left ${name}`,
    createFirst: "Create your firm",
    contact: `${NONE} To answer a request, go to your requests. To send requests, create your firm. ${INVITED}`,
    contactLink: "See your requests",
  },
  create: {
    title: "Create your firm",
    lead: "Your clients see the name of your firm. You can change everything here later.",
    name: "Firm name",
    slug: "Web address",
    slugHint: "Use lowercase letters, digits and hyphens.",
    timeZone: "Time zone",
    timeZoneHint: "Used for due dates and reminders",
    searchZone: "Search by city or UTC offset",
    noZone: "No time zone matches.",
    invited: "Were you invited? Open the link in the invitation email instead.",
    back: "Back to your firms",
    submit: "Create firm",
  },
  settings: {
    title: "Settings",
    navigation: "Settings",
    loading: "Loading settings…",
    sections: {
      general: "General",
      brand: "Brand",
      team: "Team",
      security: "Security",
      reminders: "Reminders",
      audit: "Audit",
    },
    save: "Save",
    saved: "Saved",
  },
  general: {
    title: "General",
    lead: "Your firm’s name, addresses and time zone.",
    profile: "Profile",
    example: "In an email to a client",
    from: "From",
    sender: (name: string) => `${name} via Dossier`,
    repliesTo: "Replies to",
    name: "Firm name",
    slug: "Web address",
    slugHint:
      "If you change the web address, old links to staff pages stop working. Your clients’ links stay the same.",
    replyEmail: "Reply-to address",
    replyEmailHint: "When clients reply to an email from Dossier, the reply goes to this address.",
    postalAddress: "Postal address",
    postalAddressHint:
      "Shown at the bottom of the pages that contacts see, and of emails about your requests. For example, 120\u00a0Main\u00a0Street, Denver, CO\u00a080202.",
    timeZone: "Time zone",
    timeZoneHint: "Used for due dates and reminders",
  },
  brand: {
    title: "Brand",
    lead: "Your clients see the logo and the color on their pages and in emails.",
    color: "Color",
    colorHint:
      "Your clients see the color on buttons, links and progress bars. For Dossier’s blue, leave the field empty.",
    field: "Color code",
    fieldHint: "For example, #0d5f66",
    pick: "Pick a color",
    onPage: "On a page that contacts see",
    inEmail: "In an email to a contact",
    conflict: (message: string) => `${message} Check the new color before you save again.`,
    adjusted: (color: string) => `Adjusted to ${color} so that text stays readable.`,
    button: "Send 2 answers",
    link: (firm: string) => `Email ${firm}`,
    due: "Due Friday 11 December",
    progress: (done: number, total: number) => `${done} of ${total} done`,
    headline: "Annual financial statements 2026",
    subject: "Annual financial statements 2026: 12 items we need from you",
    emailButton: "View the list and start",
  },
  logo: {
    title: "Logo",
    lead: "Pages and emails show the logo in a square, at most 40\u00a0×\u00a040 pixels, so a square image works best. If the logo is roughly square, it is also the icon of your clients’ browser tabs. PNG, JPEG or WebP, at most 2\u00a0MB.",
    choose: "Choose an image",
    save: "Save logo",
    saving: "Saving the logo…",
    remove: "Remove logo",
    problems: {
      missing: "Choose an image first.",
      tooLarge: "This image is too large. Choose one that is 2\u00a0MB or smaller.",
      tooManyPixels:
        "This image has more than 25 million pixels. Choose a smaller one, for example, 512\u00a0×\u00a0512 pixels.",
      unreadable:
        "This file is not a PNG, JPEG or WebP image, or it is damaged. Choose another file, or export the logo again as PNG.",
      busy: "Dossier is still working on other images. Wait a minute, then try again.",
    },
    saved: "You saved the logo.",
    removed: "You removed the logo.",
    lost: "The connection was lost, so your logo may not have changed. Try again.",
  },
  retention: {
    title: "Retention",
    lead: "Dossier deletes an archived request, its answers and its files when the request has been closed for the number of days that you enter. The audit record stays.",
    days: "Delete archived requests after",
    daysUnit: "days",
    daysHint:
      "From 30 to 3,650 days, counted from the day a request closes. Only archived requests are deleted, and Dossier archives a request 90 days after it closes. If you enter fewer than 90 days, archive requests yourself to have them deleted on time.",
  },
  end: {
    mismatch: "Type the name of the firm exactly.",
    title: "Delete this firm",
    lead: "Deleting the firm ends the access of all staff and clients.",
    description:
      "Staff and clients lose access immediately. After 30 days, everything is permanently deleted, including the audit record.",
    confirm: (name: string) => `Type “${name}” to confirm`,
    submit: "Delete firm",
  },
  roles: { owner: "Owner", admin: "Admin", member: "Member" },
  rules: {
    name: "Enter the name of your firm.",
    slug: "Use 3 to 40 characters: lowercase letters, digits or hyphens.",
    slugReserved: "This web address is reserved. Choose another.",
    timeZone: "Choose a time zone.",
    postalAddress: "Enter a postal address without a link or an email address.",
    wholeDays: "Enter a whole number of days.",
    retention: (min: number, max: number) =>
      `Enter a number from ${formatNumber(min)} to ${formatNumber(max)}.`,
  },
} as const;
