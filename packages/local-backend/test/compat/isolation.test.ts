import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { clientOf, keyClient, MIA, TOM, tokenOf } from "./storage-people.ts";
import { documents, openScene, type Scene, TEXT } from "./storage-scene.ts";

const PEOPLE = [MIA, TOM] as const;
const nameOf = (owner: string) => (owner === MIA ? "mia" : "tom");

interface Caller {
  /** A client of its own: each has its own connection and socket. */
  connect(): Promise<SupabaseClient>;
  bearer: string;
  role: string;
  id: string | null;
  /** Whose things it may see and write. */
  sees: readonly string[];
}

let scene: Scene;
let callers: Caller[];
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  scene = await openScene();
  await scene.database.query(`
    create function public.who() returns jsonb language sql stable as $$
      select jsonb_build_object('id', auth.uid(), 'role', auth.role(), 'user', current_user)
    $$;
    delete from public.notes;
    insert into public.notes (user_id, body) values ('${MIA}', 'mia'), ('${TOM}', 'tom');
  `);
  await documents(scene.mia).upload(`${MIA}/own.txt`, "mia", TEXT);
  await documents(scene.tom).upload(`${TOM}/own.txt`, "tom", TEXT);
  // PostgREST hears of the new function by a notification.
  await vi.waitFor(async () => expect((await scene.nobody.rpc("who")).error).toBeNull(), {
    timeout: 10_000,
  });
  const person = async (id: string): Promise<Caller> => ({
    connect: () => clientOf(scene.backend, id),
    bearer: await tokenOf(scene.backend, id),
    role: "authenticated",
    id,
    sees: [id],
  });
  callers = [
    await person(MIA),
    await person(TOM),
    {
      connect: async () => keyClient(scene.backend, "publishable"),
      bearer: scene.backend.keys.anon,
      role: "anon",
      id: null,
      sees: [],
    },
    {
      connect: async () => keyClient(scene.backend, "secret"),
      bearer: scene.backend.keys.serviceRole,
      role: "service_role",
      id: null,
      sees: PEOPLE,
    },
  ];
});

afterAll(async () => {
  for (const client of clients) void client.realtime.disconnect();
  await scene.close();
});

/** One kind of request, made as a caller for one of the people's things. */
type Ask = (caller: Caller, client: SupabaseClient, owner: string, nonce: number) => Promise<void>;

const ASKS: Record<string, Ask> = {
  table: async ({ role, sees }, client) => {
    const { data, error } = await client.from("notes").select("user_id, body").order("body");
    if (role === "anon") expect(error?.code).toBe("42501");
    else expect(data).toEqual(sees.map((id) => ({ user_id: id, body: nameOf(id) })));
  },
  "table written": async ({ sees }, client, owner) => {
    const { error } = await client
      .from("notes")
      .update({ body: nameOf(owner) })
      .eq("user_id", owner)
      .select()
      .single();
    expect(error === null).toBe(sees.includes(owner));
  },
  rpc: async ({ id, role }, client) => {
    expect((await client.rpc("who")).data).toEqual({ id, role, user: role });
  },
  object: async ({ sees }, client, owner) => {
    const { data } = await documents(client).download(`${owner}/own.txt`);
    expect(await data?.text()).toBe(sees.includes(owner) ? nameOf(owner) : undefined);
  },
  list: async ({ sees }, client) => {
    const { data } = await documents(client).list("");
    expect(data?.map(({ name }) => name)).toEqual(sees);
  },
  sign: async ({ sees }, client, owner) => {
    const { error } = await documents(client).createSignedUrl(`${owner}/own.txt`, 60);
    expect(error === null).toBe(sees.includes(owner));
  },
  "resumable upload": async ({ bearer, sees }, _client, owner, nonce) => {
    const metadata = {
      bucketName: "documents",
      objectName: `${owner}/tus-${nonce}.txt`,
      contentType: "text/plain",
    };
    const response = await fetch(scene.url("/upload/resumable"), {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearer}`,
        apikey: scene.backend.keys.publishable,
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-metadata": Object.entries(metadata)
          .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
          .join(),
      },
    });
    await response.arrayBuffer();
    expect(response.status).toBe(sees.includes(owner) ? 201 : 403);
  },
  channel: async ({ sees }, client, owner) => {
    const channel = client.channel(`user:${owner}`, { config: { private: true } });
    const status = await new Promise((resolve) => channel.subscribe(resolve));
    expect(status).toBe(sees.includes(owner) ? "SUBSCRIBED" : "CHANNEL_ERROR");
  },
};
const KINDS = Object.keys(ASKS);

test.each(KINDS)("%s: each sees its own and nothing else", async (kind) => {
  for (const caller of callers) {
    for (const owner of PEOPLE) {
      const client = await caller.connect();
      clients.push(client);
      await client.realtime.setAuth();
      await ASKS[kind]?.(caller, client, owner, clients.length);
    }
  }
});

test("400 requests of everybody and every kind at once leak nothing", async () => {
  const perCaller = await Promise.all(
    callers.map(async (caller) => {
      const made = await Promise.all(Array.from({ length: 100 }, () => caller.connect()));
      for (const client of made) await client.realtime.setAuth();
      clients.push(...made);
      return made.map((client) => ({ caller, client }));
    }),
  );
  const asked = perCaller.flatMap((list, offset) =>
    list.map(({ caller, client }, index) => {
      const ask = ASKS[KINDS[(index + offset) % KINDS.length] ?? ""];
      const owner = PEOPLE[Math.floor(index / KINDS.length) % PEOPLE.length] ?? MIA;
      return { run: () => ask?.(caller, client, owner, 1000 + offset * 100 + index), index };
    }),
  );
  // Mixed, so that neighbours in the pool are different people.
  asked.sort((left, right) => left.index - right.index);
  expect(asked).toHaveLength(400);
  await Promise.all(asked.map(({ run }) => run()));
});
