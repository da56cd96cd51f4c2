import type { ChannelRights } from "./authorize.ts";
import type { Credentials } from "./credentials.ts";
import type { ChannelName, Hub } from "./hub.ts";

/** What sockets and channels share. */
export interface RealtimeParts {
  hub: Hub;
  now(): number;
  log(line: string): void;
  /** @throws CredentialError */
  verify(token: string): Promise<Credentials>;
  /** What these credentials may do on a channel; everything on one that is not private. */
  rightsOf(credentials: Credentials, channel: ChannelName): Promise<ChannelRights>;
}
