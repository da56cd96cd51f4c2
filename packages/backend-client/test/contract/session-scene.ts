import type { Backend } from "../../src/config/define-backend.js";
import type { ClientFaults } from "../support/faulty-fetch.js";

export interface SessionScene {
  backend: Backend;
  requests: string[];
  /** Moves the SDK's clock ahead, and the service's clock too if the service shares it. */
  later(milliseconds: number): void;
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
  open(): Promise<Partial<SessionScene> & Pick<SessionScene, "backend" | "requests">>;
  emailDomain?: string;
  rotation?: [isLacking: boolean, reason: string];
}
