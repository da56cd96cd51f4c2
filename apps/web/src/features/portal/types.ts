export type PublicRequest = {
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  state: "open" | "complete" | "cancelled" | "archived" | "firm_deleted";
};

export type UnsentSubmission = { itemId: string; title: string; answer: string; note: string };

export type RequestEnd = {
  title: string;
  closedAt: string;
  timeZone: string;
  replyEmail: string;
  postalAddress: string | null;
  reason: string | null;
  drafts: UnsentSubmission[];
};

export type AccessState = "code" | "ended" | "other";

export type Correction = { requestId: string; itemId: string };

export type MyRequest = {
  requestId: string;
  publicId: string;
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  replyEmail: string;
  postalAddress: string | null;
  timeZone: string;
  title: string;
  /** Contacts do not see requests with another status, such as canceled or archived requests. */
  status: "open" | "complete";
  dueOn: string | null;
  done: number;
  total: number;
};

export type AskingFirm = {
  firm: string;
  /** Null unless the user is a contact of the request. */
  replyEmail: string | null;
  postalAddress: string | null;
};
