import type { RequestStatus } from "@/features/requests/types";

export type FoundClient = {
  kind: "client";
  id: string;
  name: string;
  ref: string | null;
  contactName: string | null;
  contactEmail: string | null;
  isArchived: boolean;
};

export type FoundRequest = {
  kind: "request";
  id: string;
  title: string;
  clientId: string;
  clientName: string;
  status: RequestStatus;
};

export type FoundRecord = FoundClient | FoundRequest;

/** The first rows of each kind, and the number of matches of each kind, counted up to 1,000. */
export type Matches = {
  clients: FoundClient[];
  clientTotal: number;
  requests: FoundRequest[];
  requestTotal: number;
};

/** The request on the page behind the command menu. */
export type PageRequest = {
  id: string;
  title: string;
  clientName: string;
  /** The request's permanent link for contacts. */
  link: string;
  status: RequestStatus;
  canRemind: boolean;
};

/** The content of the command menu before the user types. */
export type MenuStart = {
  recent: FoundRecord[];
  request: PageRequest | null;
};
