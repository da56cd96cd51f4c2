import type { Backend } from "../../src/config/define-backend.js";
import type { ClientFaults } from "../support/faulty-fetch.js";

/** A backend for session scenarios. */
export interface SessionScene {
  backend: Backend;
  /** Paths of the requests sent so far; a scenario may empty it. */
  requests: string[];
  /** Moves the SDK's clock, which reaches the service only where both share one. */
  later(milliseconds: number): void;
  /** The service's time, for codes of authenticators. */
  serviceNow(): number;
  /** The emails that the service sends. */
  mailbox: {
    waitFor(query: { to: string }): Promise<{ text?: string | null; html?: string | null }>;
  };
  faults: ClientFaults;
  rotateSigningKey(): unknown;
  /** Called before each scenario. */
  reset(): void;
  close(): void | Promise<void>;
}

/** A backend to run the scenarios on. */
export interface SessionStage {
  /** Opens it; a stage that lacks something leaves it out and says so in `lacks`. */
  open(): Promise<Partial<SessionScene> & Pick<SessionScene, "backend" | "requests">>;
  /** Where its accounts have their addresses; `example.org` unless told. */
  emailDomain?: string;
  /** Why scenarios that rotate the signing key cannot run, as `needs` says it. */
  rotation?: [isLacking: boolean, reason: string];
}
