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
};

export type OrgSettings = Org & {
  replyEmail: string;
  requireMfa: boolean;
  /** `#rrggbb`, or null for Dossier's colors. */
  brandColor: string | null;
  brandVersion: number;
  retentionDays: number;
  /** In days after the due date. Negative values mean days before it. */
  reminderDays: number[];
  /** Days between later reminders. 0 means none. */
  reminderEvery: number;
};
