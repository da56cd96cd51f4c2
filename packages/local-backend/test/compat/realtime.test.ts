import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";
import { MIA, TOM } from "./storage-people.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterEach(() => scene.hangUp());
afterAll(() => scene.close());

describe.each(["1.0.0", "2.0.0"])("Realtime with serializer %s", (vsn) => {
  test("delivers broadcasts to the other members, but not to the sender", async () => {
    const [mia, tom] = await Promise.all([scene.asPerson(MIA, vsn), scene.asPerson(TOM, vsn)]);
    const one = await join(mia, "lobby");
    const two = await join(tom, "lobby");
    expect([one.status, two.status]).toEqual(["SUBSCRIBED", "SUBSCRIBED"]);
    await one.channel.send({ type: "broadcast", event: "hello", payload: { n: 1, text: "ü😀" } });
    await expect
      .poll(() => two.received)
      .toEqual([{ event: "hello", payload: { n: 1, text: "ü😀" } }]);
    expect(one.received).toEqual([]);
  });

  test("delivers a broadcast to its sender if self is set, and confirms the broadcast if ack is set", async () => {
    const config = { private: true, broadcast: { self: true, ack: true } };
    const { channel, received } = await join(await scene.asPerson(MIA, vsn), "lobby", config);
    const answer = await channel.send({ type: "broadcast", event: "e", payload: { n: 1 } });
    expect(answer).toBe("ok");
    await expect.poll(() => received).toEqual([{ event: "e", payload: { n: 1 } }]);
  });

  test("sends the presence state to new members, and presence changes to the other members", async () => {
    const config = (key: string) => ({ private: true, presence: { key, enabled: true } });
    const mia = await scene.asPerson(MIA, vsn);
    const one = await join(mia, "lobby", config("mia"));
    expect(await one.channel.track({ page: 1 })).toBe("ok");
    const tom = await scene.asPerson(TOM, vsn);
    const two = await join(tom, "lobby", config("tom"));
    await expect.poll(() => Object.keys(two.channel.presenceState())).toEqual(["mia"]);
    await two.channel.track({ page: 2 });
    await expect
      .poll(() => one.channel.presenceState())
      .toMatchObject({ mia: [{ page: 1 }], tom: [{ page: 2 }] });
    await two.channel.track({ page: 3 });
    await expect.poll(() => one.channel.presenceState().tom).toMatchObject([{ page: 3 }]);
    await one.channel.untrack();
    await expect.poll(() => Object.keys(two.channel.presenceState())).toEqual(["tom"]);
    await tom.removeAllChannels();
    await expect.poll(() => one.channel.presenceState()).toEqual({});
  });

  test("removes the presence of a client that loses its connection", async () => {
    const config = { private: true, presence: { key: "x", enabled: true } };
    const watcher = await join(await scene.asPerson(MIA, vsn), "lobby", config);
    const tom = await scene.asPerson(TOM, vsn);
    const leaver = await join(tom, "lobby", { ...config, presence: { key: "tom", enabled: true } });
    await leaver.channel.track({ here: true });
    await expect.poll(() => Object.keys(watcher.channel.presenceState())).toEqual(["tom"]);
    await tom.realtime.disconnect();
    await expect.poll(() => watcher.channel.presenceState()).toEqual({});
  });

  test("confirms that a client left the channel, and then sends the client no more messages", async () => {
    const [mia, tom] = await Promise.all([scene.asPerson(MIA, vsn), scene.asPerson(TOM, vsn)]);
    const one = await join(mia, "lobby");
    const two = await join(tom, "lobby");
    expect(await tom.removeChannel(two.channel)).toBe("ok");
    await one.channel.send({ type: "broadcast", event: "late", payload: {} });
    const again = await join(tom, "lobby");
    expect(again.status).toBe("SUBSCRIBED");
    await one.channel.send({ type: "broadcast", event: "now", payload: {} });
    await expect.poll(() => again.received.map(({ event }) => event)).toEqual(["now"]);
    expect(two.received).toEqual([]);
  });
});

describe("Realtime with binary payloads", () => {
  test("delivers bytes unchanged to clients with serializer 2.0.0, and does not deliver them with 1.0.0", async () => {
    const [mia, tom, old] = await Promise.all([
      scene.asPerson(MIA),
      scene.asPerson(TOM),
      scene.asPerson(TOM, "1.0.0"),
    ]);
    const one = await join(mia, "lobby");
    const two = await join(tom, "lobby");
    const three = await join(old, "lobby");
    const bytes = new Uint8Array([0, 255, 7]);
    await one.channel.send({ type: "broadcast", event: "bytes", payload: bytes.buffer });
    await one.channel.send({ type: "broadcast", event: "after", payload: {} });
    await expect.poll(() => two.received).toHaveLength(2);
    expect([...new Uint8Array(two.received[0]?.payload as ArrayBuffer)]).toEqual([0, 255, 7]);
    await expect.poll(() => three.received.map(({ event }) => event)).toEqual(["after"]);
  });
});

test("if ack is set, returns an error for a broadcast with persist, which is not supported", async () => {
  const { channel } = await join(await scene.asPerson(MIA), "lobby");
  const message = { type: "broadcast", event: "e", payload: {}, persist: true } as const;
  expect(await channel.send(message)).toBe("ok");
  const acked = await join(await scene.asPerson(TOM), "lobby", {
    private: true,
    broadcast: { ack: true },
  });
  expect(await acked.channel.send(message)).toMatch(/does not store/);
});
