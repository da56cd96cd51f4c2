import type { TokenClaims } from "../keys/tokens.ts";
import type { ChannelRights } from "./authorize.ts";
import type { ChangeBinding } from "./changes/binding.ts";
import type { ChangeFeed } from "./changes/feed.ts";
import type { Credentials } from "./credentials.ts";
import type { ChannelBroadcast, ChannelName, Hub } from "./hub.ts";

export interface RealtimeContext {
  hub: Hub;
  changes: ChangeFeed;
  now(): number;
  log(line: string): void;
  /** @throws CredentialError */
  verify(token: string): Promise<Credentials>;
  /** A public channel allows everything. */
  rightsOf(credentials: Credentials, channel: ChannelName): Promise<ChannelRights>;
  /** @throws FilterError with the message for the client */
  checkBindings(bindings: readonly ChangeBinding[], claims: TokenClaims): Promise<void>;
  /** Stored broadcasts of a private channel, oldest first. */
  readReplay(topic: string, range: { sinceMs: number; limit: number }): Promise<ChannelBroadcast[]>;
}
