import { join as joinPath } from "node:path";
import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from "@supabase/supabase-js";
import pg from "pg";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { PATIENT, tokenOf } from "./storage-people.ts";

export interface ConnectOptions {
  token?: string;
  key?: "publishable" | "secret" | "anon" | "serviceRole";
  vsn?: string;
}

export interface Joined {
  channel: RealtimeChannel;
  status: string;
  reason: string | undefined;
  received: { event: string; payload: unknown }[];
  system: { status: string; message: string; extension?: string }[];
  closed: Promise<void>;
}

export const SERIALIZERS = ["1.0.0", "2.0.0"] as const;

/** Each test must call `hangUp` at its end to disconnect its clients. */
export async function openScene(version?: (typeof SERIALIZERS)[number]) {
  const backend: LocalBackend = await startLocalBackend({
    dir: joinPath(import.meta.dirname, "../fixture/supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  await database.query(`
    create policy "everybody signed in listens to news" on realtime.messages for select
      to authenticated using (realtime.topic() = 'news' and extension = 'broadcast');
    create policy "everybody signed in shows up in the lobby" on realtime.messages for all
      to authenticated
      using (realtime.topic() = 'lobby') with check (realtime.topic() = 'lobby');
    create policy "watchers see who is in the hall" on realtime.messages for select
      to authenticated using (realtime.topic() = 'hall' and extension = 'presence');
    create policy "aal2 only" on realtime.messages for select to authenticated
      using (realtime.topic() = 'vault' and auth.jwt() ->> 'aal' = 'aal2');
  `);
  const opened: SupabaseClient[] = [];

  const connect = async ({ token, key = "publishable", vsn = version }: ConnectOptions = {}) => {
    const client = createClient(backend.urls.api, backend.keys[key], {
      ...(token !== undefined && { accessToken: async () => token }),
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { ...PATIENT, ...(vsn !== undefined && { vsn }) },
    });
    opened.push(client);
    // If `setAuth` is not awaited, the client may send its first join without the token.
    if (token !== undefined) await client.realtime.setAuth();
    return client;
  };

  return {
    backend,
    database,
    connect,
    asPerson: async (id: string, vsn?: string) =>
      connect({ token: await tokenOf(backend, id), ...(vsn !== undefined && { vsn }) }),
    send: async (event: string, topic: string, isPrivate = true, payload: object = { n: 1 }) => {
      await database.query("select realtime.send($1::jsonb, $2, $3, $4)", [
        JSON.stringify(payload),
        event,
        topic,
        isPrivate,
      ]);
    },
    hangUp: () => {
      for (const client of opened.splice(0)) void client.realtime.disconnect();
    },
    close: async () => {
      await database.end();
      await backend.stop();
    },
  };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

export async function join(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions["config"] = { private: true },
): Promise<Joined> {
  const channel = client.channel(topic, { config });
  const received: Joined["received"] = [];
  const system: Joined["system"] = [];
  channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
    received.push({ event, payload });
  });
  channel.on("system", {}, (message) => {
    system.push(message as Joined["system"][number]);
  });
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return await new Promise((resolve) => {
    channel.subscribe((status, error) => {
      if (status === "CLOSED") close();
      resolve({ channel, status, reason: error?.message, received, system, closed });
    });
  });
}
