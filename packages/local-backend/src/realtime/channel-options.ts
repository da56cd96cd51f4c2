import type { ChannelRights } from "./authorize.ts";
import type { ChangeBinding } from "./changes/binding.ts";
import type { Credentials } from "./credentials.ts";
import type { JoinRequest } from "./join-payload.ts";

export interface ChannelChanges {
  bindings: readonly ChangeBinding[];
  problem: string | undefined;
}

export interface ChannelOptions {
  /** Includes the prefix `realtime:`. */
  topic: string;
  joinRef: string | null;
  join: JoinRequest;
  credentials: Credentials;
  rights: ChannelRights;
  changes: ChannelChanges;
}
