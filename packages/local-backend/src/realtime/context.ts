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
  verify(token: string): Promise<Credentials>;
  /** Returns all rights for a public channel. */
  rightsOf(credentials: Credentials, channel: ChannelName): Promise<ChannelRights>;
  checkBindings(bindings: readonly ChangeBinding[], claims: TokenClaims): Promise<void>;
  readReplay(topic: string, range: { sinceMs: number; limit: number }): Promise<ChannelBroadcast[]>;
}
