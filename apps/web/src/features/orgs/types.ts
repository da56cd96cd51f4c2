/** A firm as its member sees it in a list. */
export type MyOrg = {
  id: string;
  name: string;
  slug: string;
  role: "owner" | "admin" | "member";
};

/** A firm as its staff's pages need it. */
export type Org = MyOrg & {
  timeZone: string;
  /** Whether its staff must show a second factor. */
  requireMfa: boolean;
};

/** What a firm decided about itself, as its settings show it. */
export type OrgSettings = Org & {
  logoPath: string | null;
  replyEmail: string;
  requireMfa: boolean;
  retentionDays: number;
  /** Days after the due date; negative ones lie before it. */
  reminderDays: number[];
  /** Days between later reminders; 0 for none. */
  reminderEvery: number;
};
