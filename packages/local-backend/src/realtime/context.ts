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
  /**
   * Verifies the token of a client.
   * @throws CredentialError
   */
  verify(token: string): Promise<Credentials>;
  /** Returns the client's rights. A public channel allows everything. */
  rightsOf(credentials: Credentials, channel: ChannelName): Promise<ChannelRights>;
  /**
   * Checks the client's subscriptions to changes.
   * @throws FilterError with the message for the client
   */
  checkBindings(bindings: readonly ChangeBinding[], claims: TokenClaims): Promise<void>;
  /**
   * Returns the newest broadcasts that were stored for a private channel since `sinceMs`, up to
   * `limit`, oldest first.
   */
  readReplay(topic: string, range: { sinceMs: number; limit: number }): Promise<ChannelBroadcast[]>;
}
