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

/** Counts at most 1,000 matches of each kind. */
export type Matches = {
  clients: FoundClient[];
  clientTotal: number;
  requests: FoundRequest[];
  requestTotal: number;
};

export type PageRequest = {
  id: string;
  title: string;
  clientName: string;
  link: string;
  status: RequestStatus;
  canRemind: boolean;
  canExport: boolean;
};

export type PageClient = { id: string; name: string };

export type MenuStart = {
  recent: FoundRecord[];
  /** The request of the open page. */
  request: PageRequest | null;
  /** The active client of the open page. */
  client: PageClient | null;
};
