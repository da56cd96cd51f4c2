import { createHash, randomBytes, randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";

export interface Place {
  service: SupabaseClient;
  person: SupabaseClient;
  /** Resolves when the backend responds again after one of its child processes was killed. */
  untilHealthy(): Promise<void>;
}

/** The data that the backend has acknowledged, and the number of failed writes. */
export interface Confirmed {
  rows: string[];
  objects: Map<string, string>;
  refreshToken: string;
  refreshes: number;
  failures: number;
}

const OBJECT_BYTES = 20_000;
/** Limits the number of objects, because the test downloads all of them at the end. */
const ROWS_PER_OBJECT = 10;
const PAGE = 1000;

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export class Writers {
  readonly confirmed: Confirmed;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #place: Place | undefined;
  #isOver = false;
  readonly #loops: Promise<void>[];

  constructor(place: Place, refreshToken: string) {
    this.confirmed = { rows: [], objects: new Map(), refreshToken, refreshes: 0, failures: 0 };
    this.#place = place;
    const kinds = [this.#row, this.#row, this.#row, this.#object, this.#session];
    this.#loops = kinds.map((kind) => this.#loop(kind));
  }

  /**
   * Sends further writes to another backend. With undefined, the writers wait for the next call.
   */
  moveTo(place: Place | undefined): void {
    this.#place = place;
    this.#changes.emit("moved");
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async #loop(attempt: (place: Place) => Promise<boolean>): Promise<void> {
    while (!this.#isOver) {
      const moved = once(this.#changes, "moved");
      const place = this.#place;
      if (!place) {
        await moved;
        continue;
      }
      // Do not wait for an attempt at the old URL, because supabase-js keeps retrying it.
      const isDone = await Promise.race([attempt(place), moved.then(() => false)]);
      if (isDone) continue;
      this.confirmed.failures += 1;
      await Promise.race([moved, place.untilHealthy()]);
    }
  }

  readonly #row = async ({ service }: Place): Promise<boolean> => {
    const body = randomUUID();
    const { error } = await service.from("notes").insert({ user_id: randomUUID(), body });
    if (!error) this.confirmed.rows.push(body);
    return !error;
  };

  readonly #object = async (place: Place): Promise<boolean> => {
    if (this.confirmed.objects.size * ROWS_PER_OBJECT > this.confirmed.rows.length)
      return this.#row(place);
    const { service } = place;
    const bytes = randomBytes(OBJECT_BYTES);
    const name = `${randomUUID()}.txt`;
    const documents = service.storage.from("documents");
    const { error } = await documents.upload(name, bytes, { contentType: "text/plain" });
    if (!error) this.confirmed.objects.set(name, digest(bytes));
    return !error;
  };

  readonly #session = async ({ person }: Place): Promise<boolean> => {
    const held = { refresh_token: this.confirmed.refreshToken };
    const { session } = (await person.auth.refreshSession(held)).data;
    if (!session) return false;
    this.confirmed.refreshToken = session.refresh_token;
    this.confirmed.refreshes += 1;
    return true;
  };

  async expectBytes({ service }: Place): Promise<void> {
    const documents = service.storage.from("documents");
    const download = async (name: string) => {
      const { data, error } = await documents.download(name);
      expect(error, name).toBeNull();
      return new Uint8Array((await data?.arrayBuffer()) ?? []);
    };
    expect(this.confirmed.objects.size).toBeGreaterThan(0);
    for (const [name, sent] of this.confirmed.objects) {
      const bytes = await download(name);
      expect(bytes.length, name).toBe(OBJECT_BYTES);
      expect(digest(bytes), name).toBe(sent);
    }
    const names: string[] = [];
    for (let isLast = false; !isLast; ) {
      const page = await documents.list("", { limit: PAGE, offset: names.length });
      expect(page.error).toBeNull();
      names.push(...(page.data ?? []).map(({ name }) => name));
      isLast = (page.data?.length ?? 0) < PAGE;
    }
    const listed = new Set(names);
    expect([...this.confirmed.objects.keys()].filter((name) => !listed.has(name))).toEqual([]);
    for (const name of names) {
      if (!this.confirmed.objects.has(name))
        expect((await download(name)).length).toBe(OBJECT_BYTES);
    }
  }
}
