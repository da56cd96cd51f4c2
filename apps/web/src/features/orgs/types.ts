export type MyOrg = {
  id: string;
  name: string;
  slug: string;
  role: "owner" | "admin" | "member";
};

export type Org = MyOrg & {
  timeZone: string;
  requireMfa: boolean;
};

export type OrgSettings = Org & {
  logoPath: string | null;
  replyEmail: string;
  requireMfa: boolean;
  retentionDays: number;
  /** Days after the due date. Negative values are before it. */
  reminderDays: number[];
  /** Days between later reminders; 0 for none. */
  reminderEvery: number;
};
