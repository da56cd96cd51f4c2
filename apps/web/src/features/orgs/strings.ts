/** Sentences of the firms a person belongs to. */
export const strings = {
  list: {
    title: "Your firms",
    create: "Create firm",
    emptyTitle: "You do not belong to a firm yet",
    empty:
      "Create your firm to send the first request. Were you invited? Open the link in the invitation mail, signed in with the address it was sent to.",
    contact: "You are here to send documents? Your requests are on their own page.",
    contactLink: "Requests sent to me",
  },
  create: {
    title: "Create your firm",
    lead: "Your clients see the name. You can change all of this later.",
    name: "Name of the firm",
    slug: "Address",
    slugHint: "Part of your links: small letters, digits and hyphens.",
    timeZone: "Time zone",
    timeZoneHint: "Due dates and reminders follow it.",
    submit: "Create firm",
  },
  roles: { owner: "Owner", admin: "Admin", member: "Member" },
} as const;
