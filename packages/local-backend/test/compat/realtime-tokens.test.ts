import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";
import { MIA, TOM, tokenOf } from "./storage-people.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterEach(() => scene.hangUp());
afterAll(() => scene.close());

describe("tokens", () => {
  test("an expired or unreadable one does not join", async () => {
    for (const token of ["nonsense", await tokenOf(scene.backend, MIA, { lifetimeSeconds: -5 })]) {
      const { status, reason } = await join(await scene.connect({ token }), "lobby");
      expect(status).toBe("CHANNEL_ERROR");
      expect(reason).toMatch(/^InvalidJWTToken: /);
    }
  });

  test("when it ends, the channel says so, closes, and nothing comes through any more", async () => {
    const token = await tokenOf(scene.backend, MIA, { lifetimeSeconds: 2 });
    const { system, heard, closed } = await join(await scene.connect({ token }), `user:${MIA}`);
    await scene.send("before", `user:${MIA}`);
    await closed;
    await scene.send("after", `user:${MIA}`);
    expect(system).toMatchObject([{ status: "error", message: "Token has expired" }]);
    expect(heard.map(({ event }) => event)).toEqual(["before"]);
  });

  test("a fresh one keeps the channel open past the end of the first", async () => {
    const client = await scene.connect({
      token: await tokenOf(scene.backend, TOM, { lifetimeSeconds: 2 }),
    });
    const { channel, heard, system } = await join(client, `user:${TOM}`);
    const fresh = await tokenOf(scene.backend, TOM);
    // The client would ask its callback again; a renewed session gives another token.
    client.realtime.accessToken = async () => fresh;
    await client.realtime.setAuth();
    const short = await scene.connect({
      token: await tokenOf(scene.backend, TOM, { lifetimeSeconds: 2 }),
    });
    await (await join(short, `user:${TOM}`)).closed;
    await scene.send("still here", `user:${TOM}`);
    await expect.poll(() => heard.map(({ event }) => event)).toEqual(["still here"]);
    expect(system).toEqual([]);
    expect(channel.state).toBe("joined");
  });

  test("one that may no longer read ends the channel", async () => {
    const strong = await tokenOf(scene.backend, MIA, { claims: { aal: "aal2" } });
    const weak = await tokenOf(scene.backend, MIA, { claims: { aal: "aal1" } });
    const client = await scene.connect({ token: strong });
    const { status, system, closed } = await join(client, "vault");
    expect(status).toBe("SUBSCRIBED");
    client.realtime.accessToken = async () => weak;
    await client.realtime.setAuth();
    await closed;
    expect(system).toMatchObject([
      {
        status: "error",
        message: "You no longer have permission to read from this Channel topic: vault",
      },
    ]);
    expect((await join(await scene.connect({ token: weak }), "vault")).reason).toMatch(
      /^Unauthorized: /,
    );
  });
});
