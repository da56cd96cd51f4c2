export type MyOrg = {
  id: string;
  name: string;
  slug: string;
  logoPath: string | null;
  role: "owner" | "admin" | "member";
};

export type Org = MyOrg & {
  timeZone: string;
  requireMfa: boolean;
  /** `#rrggbb`, or null if the firm uses Dossier's colors. */
  brandColor: string | null;
};

export type OrgSettings = Org & {
  replyEmail: string;
  postalAddress: string | null;
  brandVersion: number;
  retentionDays: number;
  /**
   * The days on which reminders are sent, counted from the due date. Negative values are days
   * before the due date.
   */
  reminderDays: number[];
  /** Days between the reminders after the last of `reminderDays`. 0 means no further reminders. */
  reminderEvery: number;
};
