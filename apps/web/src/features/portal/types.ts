export type PublicRequest = {
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  state: "open" | "complete" | "cancelled" | "archived" | "firm_deleted";
};

export type SavedAnswer = { itemId: string; title: string; answer: string; note: string };

export type RequestEnd = { reason: string | null; drafts: SavedAnswer[] };

/**
 * Why the user has no access: no recent code, ended access, or a request that was sent to someone
 * else.
 */
export type MyStanding = "code" | "ended" | "other";

export type MyRequest = {
  requestId: string;
  publicId: string;
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  replyEmail: string;
  timeZone: string;
  title: string;
  status: string;
  dueOn: string | null;
  /** Numbers of required items, or of all items if none is required. */
  done: number;
  total: number;
};

export type AskingFirm = {
  firm: string;
  /** Null for a user who has not proven their address. */
  replyEmail: string | null;
};
