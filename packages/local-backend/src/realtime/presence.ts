export interface PresenceMeta {
  phx_ref: string;
  phx_ref_prev?: string;
  [key: string]: unknown;
}

export type PresenceState = Record<string, { metas: PresenceMeta[] }>;

export interface PresenceDiff {
  joins: PresenceState;
  leaves: PresenceState;
}

interface Tracked {
  key: string;
  meta: PresenceMeta;
}

export class PresenceList<Member> {
  readonly #tracked = new Map<Member, Tracked>();
  #nextRef = 1;

  track(member: Member, key: string, payload: Record<string, unknown>): PresenceDiff {
    const old = this.#tracked.get(member);
    const meta: PresenceMeta = { ...payload, phx_ref: this.#createRef() };
    if (old) meta.phx_ref_prev = old.meta.phx_ref;
    this.#tracked.set(member, { key, meta });
    return { joins: stateOf([{ key, meta }]), leaves: old ? stateOf([old]) : {} };
  }

  untrack(member: Member): PresenceDiff | undefined {
    const old = this.#tracked.get(member);
    if (!old) return undefined;
    this.#tracked.delete(member);
    return { joins: {}, leaves: stateOf([old]) };
  }

  state(): PresenceState {
    return stateOf(this.#tracked.values());
  }

  get isEmpty(): boolean {
    return this.#tracked.size === 0;
  }

  #createRef(): string {
    const ref = this.#nextRef;
    this.#nextRef += 1;
    return ref.toString(36);
  }
}

function stateOf(tracked: Iterable<Tracked>): PresenceState {
  const byKey = new Map<string, PresenceMeta[]>();
  for (const { key, meta } of tracked) {
    const metas = byKey.get(key) ?? [];
    metas.push(meta);
    byKey.set(key, metas);
  }
  return Object.fromEntries([...byKey].map(([key, metas]) => [key, { metas }]));
}

export type PresenceRequest =
  | { action: "track"; payload: Record<string, unknown> }
  | { action: "untrack" }
  | { action: "refuse"; reason: string };

export function readPresenceRequest(message: unknown): PresenceRequest {
  const { event, payload } = (message ?? {}) as { event?: unknown; payload?: unknown };
  const action = typeof event === "string" ? event.toLowerCase() : "";
  if (action === "untrack") return { action };
  if (action !== "track") return { action: "refuse", reason: "unknown presence event" };
  const value = payload ?? {};
  if (typeof value !== "object" || Array.isArray(value)) {
    return { action: "refuse", reason: "Presence track payload must be a map" };
  }
  return { action, payload: value as Record<string, unknown> };
}
