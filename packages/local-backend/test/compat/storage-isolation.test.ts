import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA, TOM } from "./storage-people.ts";
import { documents, openScene, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  await documents(scene.mia).upload(`${MIA}/own.txt`, "mia", TEXT);
  await documents(scene.tom).upload(`${TOM}/own.txt`, "tom", TEXT);
});

afterAll(() => scene.close());

test("400 requests of everybody at once: each sees its own and nothing else", async () => {
  const owners = [MIA, TOM];
  const callers = [
    { client: scene.mia, sees: [MIA] },
    { client: scene.tom, sees: [TOM] },
    { client: scene.nobody, sees: [] as string[] },
    { client: scene.service, sees: owners },
  ];
  const asked = Array.from({ length: 400 }, async (_, index) => {
    const { client, sees } = callers[index % callers.length] ?? { client: scene.nobody, sees: [] };
    const owner = owners[Math.floor(index / callers.length) % owners.length] ?? MIA;
    const bucket = documents(client);
    if (index % 3 === 0) {
      const { data } = await bucket.list("");
      expect(data?.map(({ name }) => name)).toEqual(sees);
      return;
    }
    const { data } = await bucket.download(`${owner}/own.txt`);
    const expected = owner === MIA ? "mia" : "tom";
    expect(await data?.text()).toBe(sees.includes(owner) ? expected : undefined);
  });
  await Promise.all(asked);
});
