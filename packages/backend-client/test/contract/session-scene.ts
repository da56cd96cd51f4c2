import type { Backend } from "../../src/config/define-backend.js";
import type { ClientFaults } from "../support/faulty-fetch.js";

export interface SessionScene {
  backend: Backend;
  /** Paths of the requests so far. A test may empty the list. */
  requests: string[];
  /** Moves the SDK's clock. If the service shares the clock, moves the service's clock too. */
  later(milliseconds: number): void;
  /** Returns the service's time, for the codes of authenticator apps. */
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
  /** Opens the scene, without the fields for features that the backend lacks. */
  open(): Promise<Partial<SessionScene> & Pick<SessionScene, "backend" | "requests">>;
  /** Domain of the accounts. Default: `example.org`. */
  emailDomain?: string;
  /**
   * For tests that rotate the signing key. `isLacking` is true if the scene cannot run them, and
   * `reason` says why.
   */
  rotation?: [isLacking: boolean, reason: string];
}
