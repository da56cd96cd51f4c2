/** What anybody who holds the link may know of a request. */
export type PublicRequest = {
  firm: string;
  logoPath: string | null;
  state: "open" | "complete" | "cancelled" | "archived" | "firm_deleted";
};

/** An answer that a contact saved as a draft and did not send. */
export type SavedAnswer = { itemId: string; title: string; answer: string; note: string };

/** How a cancelled request ended for one of its recipients. */
export type RequestEnd = { reason: string | null; drafts: SavedAnswer[] };

/**
 * What keeps a signed-in person out: a code is needed, access has ended, or the request was sent to
 * somebody else.
 */
export type MyStanding = "code" | "ended" | "other";

/** One of the contact's own requests, for the list. */
export type MyRequest = {
  requestId: string;
  publicId: string;
  firm: string;
  /** Where the firm answers questions. */
  replyEmail: string;
  title: string;
  status: string;
  dueOn: string | null;
  done: number;
  total: number;
};

/** A firm that asked someone for something, and where it answers questions. */
export type AskingFirm = {
  firm: string;
  /** Null for those who have not proven their address. */
  replyEmail: string | null;
};
