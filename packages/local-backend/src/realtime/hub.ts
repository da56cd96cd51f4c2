import { type PresenceDiff, PresenceList, type PresenceState } from "./presence.ts";
import type { BroadcastBody } from "./protocol.ts";

export interface ChannelBroadcast {
  event: string;
  body: BroadcastBody;
  meta?: Record<string, unknown>;
}

export interface Member {
  receiveBroadcast(broadcast: ChannelBroadcast): void;
  receivePresence(diff: PresenceDiff): void;
}

/** A private and a public channel may have the same topic. `topic` has no prefix `realtime:`. */
export interface ChannelName {
  topic: string;
  isPrivate: boolean;
}

interface Room {
  members: Set<Member>;
  presences: PresenceList<Member>;
}

/** Does not check permissions: each member checks those of its client. */
export class Hub {
  readonly #log: (line: string) => void;
  readonly #rooms = new Map<string, Room>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  join(name: ChannelName, member: Member): void {
    this.#roomOf(name).members.add(member);
  }

  leave(name: ChannelName, member: Member): void {
    this.untrack(name, member);
    const room = this.#rooms.get(keyOf(name));
    room?.members.delete(member);
    if (room && room.members.size === 0 && room.presences.isEmpty) this.#rooms.delete(keyOf(name));
  }

  broadcast(name: ChannelName, broadcast: ChannelBroadcast, except?: Member): void {
    this.#tell(this.#rooms.get(keyOf(name)), (member) => {
      if (member !== except) member.receiveBroadcast(broadcast);
    });
  }

  /** Throws if the presence cannot be serialized, before any change. */
  track(name: ChannelName, member: Member, key: string, payload: Record<string, unknown>): void {
    JSON.stringify(payload);
    const room = this.#roomOf(name);
    this.#announce(room, room.presences.track(member, key, payload));
  }

  untrack(name: ChannelName, member: Member): void {
    const room = this.#rooms.get(keyOf(name));
    const diff = room?.presences.untrack(member);
    if (room && diff) this.#announce(room, diff);
  }

  presences(name: ChannelName): PresenceState {
    return this.#rooms.get(keyOf(name))?.presences.state() ?? {};
  }

  #announce(room: Room, diff: PresenceDiff): void {
    this.#tell(room, (member) => member.receivePresence(diff));
  }

  #tell(room: Room | undefined, tell: (member: Member) => void): void {
    for (const member of [...(room?.members ?? [])]) {
      try {
        tell(member);
      } catch (error) {
        this.#log(`realtime: could not notify a member: ${nameOf(error)}`);
      }
    }
  }

  #roomOf(name: ChannelName): Room {
    const key = keyOf(name);
    const room = this.#rooms.get(key) ?? { members: new Set(), presences: new PresenceList() };
    this.#rooms.set(key, room);
    return room;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function keyOf({ topic, isPrivate }: ChannelName): string {
  return `${isPrivate ? "private" : "public"}:${topic}`;
}
