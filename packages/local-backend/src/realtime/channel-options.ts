import type { ChannelRights } from "./authorize.ts";
import type { ChangeBinding } from "./changes/binding.ts";
import type { Credentials } from "./credentials.ts";
import type { JoinRequest } from "./join-payload.ts";

/** What a channel hears of tables, or why it hears nothing. */
export interface ChannelChanges {
  bindings: readonly ChangeBinding[];
  problem: string | undefined;
}

/** With what a channel begins: the join as it was granted. */
export interface ChannelOptions {
  /** With the `realtime:` in front. */
  topic: string;
  joinRef: string | null;
  join: JoinRequest;
  credentials: Credentials;
  rights: ChannelRights;
  changes: ChannelChanges;
}
