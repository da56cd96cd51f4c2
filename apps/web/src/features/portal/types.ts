/** What anybody who holds the link may know of a request. */
export type PublicRequest = {
  firm: string;
  logoPath: string | null;
  state: "open" | "complete" | "cancelled" | "archived";
};

/** One of the contact's own requests, for the list. */
export type MyRequest = {
  requestId: string;
  publicId: string;
  firm: string;
  title: string;
  status: string;
  dueOn: string | null;
  done: number;
  total: number;
};
