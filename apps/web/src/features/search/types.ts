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

/** The first rows of each kind, and how many there are. A total counts at most 1,000 matches. */
export type Matches = {
  clients: FoundClient[];
  clientTotal: number;
  requests: FoundRequest[];
  requestTotal: number;
};

/** The request that is open behind the command menu. */
export type PageRequest = {
  id: string;
  title: string;
  clientName: string;
  /** The permanent link that contacts open. */
  link: string;
  status: RequestStatus;
  canRemind: boolean;
};

/** What the command menu shows before the user types. */
export type MenuStart = {
  recent: FoundRecord[];
  request: PageRequest | null;
};
