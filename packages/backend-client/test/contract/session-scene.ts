import type { Backend } from "../../src/config/define-backend.js";
import type { ClientFaults } from "../support/faulty-fetch.js";

export interface SessionScene {
  backend: Backend;
  /** Paths of the requests so far. A scenario may empty it. */
  requests: string[];
  /** Moves the SDK's clock, and the service's clock if both share one. */
  later(milliseconds: number): void;
  /** The service's time, for codes of authenticator apps. */
  serviceNow(): number;
  mailbox: {
    waitFor(query: { to: string }): Promise<{ text?: string | null; html?: string | null }>;
  };
  faults: ClientFaults;
  rotateSigningKey(): unknown;
  reset(): void;
  close(): void | Promise<void>;
}

export interface SessionStage {
  /** If the backend lacks a part, the result has no field for it, and `lacks` names the reason. */
  open(): Promise<Partial<SessionScene> & Pick<SessionScene, "backend" | "requests">>;
  /** Domain of the accounts. Default: `example.org`. */
  emailDomain?: string;
  /** Reason why scenarios that rotate the signing key cannot run, as for `needs`. */
  rotation?: [isLacking: boolean, reason: string];
}
