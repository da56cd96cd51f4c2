import { formatCount } from "@/lib/format/format";
import { endSentence } from "@/lib/format/sentences";

export const strings = {
  roles: { owner: "Owner", admin: "Admin", member: "Member" },
  asRole: { owner: "an owner", admin: "an admin", member: "a member" },
  status: { active: "Active", suspended: "Suspended" },
  list: {
    title: "Team",
    lead: "The people in your firm and their roles.",
    members: "Members",
    roles: "Permissions by role",
    you: "You",
    lastOwner: "To change your role or leave the firm, make someone else an owner first.",
    manageOf: (name: string) => `Manage ${name}`,
    role: "Role",
    changeRole: "Change role",
    roleOf: (name: string) => `Role of ${name}`,
    suspend: "Suspend access",
    suspendOf: (name: string) => `Suspend ${name}`,
    suspendHint: "They cannot open the firm until you restore their access.",
    suspended: (name: string) => endSentence(`You suspended ${name}`),
    noneNotified: "No one is notified.",
    ownersNotified: "All owners are notified by email.",
    restore: "Restore access",
    remove: (name: string) => `Remove ${name}`,
    removeOpen: "Remove from the firm",
    removeHint:
      "They lose access immediately, and their drafts and open requests are no longer assigned to anyone. The activity still shows their actions.",
    removed: (name: string) => endSentence(`You removed ${name}`),
    leave: "Leave firm",
    leaveHint: "You lose access immediately. To come back, you need a new invitation.",
    actionsOf: (name: string) => `Actions for ${name}`,
    saved: "Saved",
    ownerLimit: {
      role: (limit: number) =>
        `This person already owns ${formatCount(limit, "firm")}, the most that one person can own. Choose another role, or ask them to delete or leave a firm first.`,
      restore: (limit: number) =>
        `This person already owns ${formatCount(limit, "firm")}, the most that one person can own. To restore their access as an owner, first ask them to delete or leave a firm.`,
    },
  },
  leave: {
    open: "Leave a firm",
    hint: "You lose access immediately. To come back, you need a new invitation.",
    submit: (firm: string) => `Leave ${firm}`,
    sole: (firm: string) => `To leave ${firm}, make someone else an owner first.`,
  },
  invite: {
    title: "Invite someone",
    lead: "The person you invite gets an email with a link and confirms their address with a code. The invitation is valid for seven days.",
    email: "Email",
    role: "Role",
    roleHints: {
      member: "Works on requests and clients.",
      admin: "Also manages the team and settings.",
      owner:
        "Also sets retention, manages owners, resets two-step verification and can delete the firm.",
    },
    submit: "Invite",
    sent: (email: string) => `You invited ${email}.`,
    memberAlready: "This person is already in the firm.",
    invitedAlready:
      "This person is already invited. You can send the email again from the list of invitations.",
  },
  invitations: {
    title: "Invitations",
    none: "There are no open invitations.",
    pending: "Pending",
    expired: "Expired",
    ended: "Ended",
    details: {
      pending: (invited: string, until: string) => `Invited ${invited}, expires ${until}`,
      expired: (invited: string, until: string) => `Invited ${invited}, expired ${until}`,
      ended: (invited: string, _until: string, role: string) =>
        `Invited ${invited}. The person who sent the invitation can no longer invite someone as ${role}.`,
    },
    resend: "Resend",
    revoke: "Revoke invitation",
    revokeLead: (email: string) =>
      `The link that was sent to ${email} stops working. No one is notified.`,
    again: "Invite again",
    actions: (email: string) => `Invitation for ${email}`,
    resent: "You sent the invitation again.",
    revoked: "You revoked the invitation.",
  },
  security: {
    title: "Security",
    lead: "How staff sign in, and how many emails your firm can send.",
    policy: "Two-step verification",
    require: "Require two-step verification for all staff",
    requireHint:
      "Staff then also enter a code from an authenticator app when they sign in. Staff without an authenticator app have no access to the firm until they set one up. Clients are not affected. To turn this on, confirm with a code from your own app.",
    who: "Two-step verification by person",
    factors: (count: number) => formatCount(count, "app"),
    none: "Not set up",
    setUp: "Set up",
    two: "We recommend two authenticator apps per person, because there are no recovery codes.",
    reset: "Reset two-step verification",
    resetOf: (name: string) => `Reset two-step verification for ${name}`,
    resetHint: (name: string) =>
      `This removes all of ${name}’s authenticator apps. ${name} gets an email and can set up two-step verification again.`,
    actions: (name: string) => `Actions for ${name}`,
    resetDone: (name: string) => endSentence(`You reset two-step verification for ${name}`),
    save: "Save",
  },
  join: {
    title: (firm: string) => `Join ${firm}`,
    lead: (role: string) => `You are invited as ${role}.`,
    leadSignedIn: (address: string) => `You are signed in as ${address}.`,
    name: "Your name",
    nameHint: "Your team sees this name.",
    submit: "Join",
    email: "Email",
    emailHint: (masked: string) => `The invitation was sent to ${masked}`,
    send: "Send me a code",
    confirm: "Confirm",
    other: "Use another address",
    mismatch: (masked: string) => `Enter the address that the invitation was sent to: ${masked}`,
    otherAccount: (address: string, masked: string) =>
      `You are signed in as ${address}, but the invitation was sent to ${masked}. To join, confirm the address of the invitation with a code. You will then be signed in with that address.`,
    needsCode: (address: string) =>
      `You are signed in as ${address}. To join, confirm this address with a code.`,
    expiredTitle: "This invitation has expired",
    revokedTitle: "This invitation was revoked",
    acceptedTitle: "This invitation has been used",
    ask: (firm: string) => `To get a new invitation, ask the person at ${firm} who invited you.`,
    accepted: "If you accepted it, the firm is in your list of firms.",
    firms: "Your firms",
  },
  rules: {
    role: "Choose a role.",
  },
} as const;
