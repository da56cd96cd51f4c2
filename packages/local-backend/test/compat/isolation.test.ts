import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { clientOf, keyClient, MIA, TOM, tokenOf } from "./storage-people.ts";
import { documents, openScene, type Scene, TEXT } from "./storage-scene.ts";

const PEOPLE = [MIA, TOM] as const;
const nameOf = (owner: string) => (owner === MIA ? "mia" : "tom");

interface Caller {
  /** Creates a client with its own connection. */
  connect(): Promise<SupabaseClient>;
  bearer: string;
  role: string;
  id: string | null;
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
  // PostgREST loads the new function asynchronously.
  await vi.waitFor(async () => expect((await scene.anonymous.rpc("who")).error).toBeNull(), {
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

const NO_SUCH_KEY = { statusCode: "404", code: "NoSuchKey" };

const refusedJoin = (owner: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: user:${owner}`;

/**
 * For a failed download, the error has only the `Response`, so read the status and the code from
 * its body.
 */
async function refusalOf(error: unknown): Promise<unknown> {
  const { originalError } = (error ?? {}) as { originalError?: unknown };
  return originalError instanceof Response ? await originalError.json() : error;
}

const encode = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join();

async function tus(
  bearer: string,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      apikey: scene.backend.keys.publishable,
      "tus-resumable": "1.0.0",
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response;
}

type Ask = (caller: Caller, client: SupabaseClient, owner: string, nonce: number) => Promise<void>;

const ASKS: Record<string, Ask> = {
  "reading a table": async ({ role, sees }, client) => {
    const { data, error } = await client.from("notes").select("user_id, body").order("body");
    if (role === "anon") expect(error?.code).toBe("42501");
    else expect(data).toEqual(sees.map((id) => ({ user_id: id, body: nameOf(id) })));
  },
  "updating a row": async ({ role, sees }, client, owner) => {
    const { error } = await client
      .from("notes")
      .update({ body: nameOf(owner) })
      .eq("user_id", owner)
      .select()
      .single();
    // For another user, row-level security hides the row. The role `anon` has no grant on the
    // table.
    const refusal = role === "anon" ? "42501" : "PGRST116";
    expect(error?.code).toBe(sees.includes(owner) ? undefined : refusal);
  },
  "calling a function": async ({ id, role }, client) => {
    expect((await client.rpc("who")).data).toEqual({ id, role, user: role });
  },
  "downloading an object": async ({ sees }, client, owner) => {
    const { data, error } = await documents(client).download(`${owner}/own.txt`);
    if (sees.includes(owner)) expect(await data?.text()).toBe(nameOf(owner));
    else expect(await refusalOf(error)).toMatchObject(NO_SUCH_KEY);
  },
  "listing objects": async ({ sees }, client) => {
    const { data } = await documents(client).list("");
    expect(data?.map(({ name }) => name)).toEqual(sees);
  },
  "signing a link": async ({ sees }, client, owner) => {
    const { data, error } = await documents(client).createSignedUrl(`${owner}/own.txt`, 60);
    if (sees.includes(owner)) expect(data?.signedUrl).toContain(`${owner}/own.txt?token=`);
    else expect(await refusalOf(error)).toMatchObject(NO_SUCH_KEY);
  },
  "starting a resumable upload": async ({ bearer, sees }, _client, owner, nonce) => {
    const metadata = {
      bucketName: "documents",
      objectName: `${owner}/tus-${nonce}.txt`,
      contentType: "text/plain",
    };
    const created = await tus(bearer, "POST", scene.url("/upload/resumable"), {
      "upload-length": "1",
      "upload-metadata": encode(metadata),
    });
    expect(created.status).toBe(sees.includes(owner) ? 201 : 403);
  },
  "continuing a resumable upload": async ({ bearer, id }, _client, owner, nonce) => {
    const metadata = {
      bucketName: "documents",
      objectName: `${owner}/part-${nonce}.txt`,
      contentType: "text/plain",
    };
    const own = await tokenOf(scene.backend, owner);
    const created = await tus(own, "POST", scene.url("/upload/resumable"), {
      "upload-length": "1",
      "upload-metadata": encode(metadata),
    });
    expect(created.status).toBe(201);
    const url = created.headers.get("location") ?? "";
    const part = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    const isOwn = id === owner;
    expect((await tus(bearer, "PATCH", url, part, "x")).status).toBe(isOwn ? 204 : 403);
    const state = await tus(own, "HEAD", url);
    expect(state.headers.get("upload-offset")).toBe(isOwn ? "1" : "0");
  },
  "joining a private channel": async ({ sees }, client, owner) => {
    const channel = client.channel(`user:${owner}`, { config: { private: true } });
    const [status, error] = await new Promise<[string, Error | undefined]>((resolve) =>
      channel.subscribe((...answer) => resolve(answer as [string, Error | undefined])),
    );
    if (sees.includes(owner)) expect(status).toBe("SUBSCRIBED");
    else expect([status, error?.message]).toEqual(["CHANNEL_ERROR", refusedJoin(owner)]);
  },
};
const KINDS = Object.keys(ASKS);

test.each(KINDS)(
  "gives each caller access only to the data that the caller may see: %s",
  async (kind) => {
    for (const caller of callers) {
      for (const owner of PEOPLE) {
        const client = await caller.connect();
        clients.push(client);
        await client.realtime.setAuth();
        await ASKS[kind]?.(caller, client, owner, clients.length);
      }
    }
  },
);

test("gives each caller access only to the data that the caller may see, in 400 concurrent requests that mix all callers and request types", async () => {
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
  // Interleave the callers, so that each pooled connection switches between users.
  asked.sort((left, right) => left.index - right.index);
  expect(asked).toHaveLength(400);
  await Promise.all(asked.map(({ run }) => run()));
});
