import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterEach(() => scene.hangUp());
afterAll(() => scene.close());

describe("Realtime", () => {
  const address = (query: string) =>
    `${scene.backend.urls.api.replace("http", "ws")}/realtime/v1/websocket?${query}`;

  async function exchange(query: string, frame?: string | Uint8Array): Promise<unknown> {
    const socket = new WebSocket(address(query));
    return await new Promise((resolve) => {
      socket.onopen = () => frame !== undefined && socket.send(frame);
      socket.onmessage = ({ data }) => {
        resolve(JSON.parse(data));
        socket.close();
      };
      socket.onclose = ({ code }) => resolve(code);
    });
  }

  test("refuses a socket without a known API key or with an unknown protocol version", async () => {
    expect(await exchange("vsn=2.0.0")).toBe(1006);
    expect(await exchange("apikey=nonsense&vsn=2.0.0")).toBe(1006);
    expect(await exchange(`apikey=${scene.backend.keys.publishable}&vsn=9.9.9`)).toBe(1006);
  });

  test("responds to heartbeats", async () => {
    const query = `apikey=${scene.backend.keys.publishable}&vsn=2.0.0`;
    expect(await exchange(query, '[null,"7","phoenix","heartbeat",{}]')).toEqual([
      null,
      "7",
      "phoenix",
      "phx_reply",
      { status: "ok", response: {} },
    ]);
  });

  test("closes a socket one minute after its last message", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const socket = new WebSocket(address(`apikey=${scene.backend.keys.publishable}&vsn=2.0.0`));
      const received = () =>
        new Promise((resolve) => {
          socket.onmessage = resolve;
        });
      const closed = new Promise<number>((resolve) => {
        socket.onclose = ({ code }) => resolve(code);
      });
      await new Promise((resolve) => {
        socket.onopen = resolve;
      });
      for (let beat = 1; beat <= 3; beat += 1) {
        vi.advanceTimersByTime(59_000);
        const answer = received();
        socket.send(`[null,"${beat}","phoenix","heartbeat",{}]`);
        await answer;
      }
      expect(socket.readyState).toBe(WebSocket.OPEN);
      vi.advanceTimersByTime(60_000);
      expect(await closed).toBe(1000);
    } finally {
      vi.useRealTimers();
    }
  });

  test("closes a socket after an invalid message or a frame above 3 MB", async () => {
    const query = `apikey=${scene.backend.keys.publishable}&vsn=2.0.0`;
    expect(await exchange(query, "hello")).toBe(1003);
    expect(await exchange(query, new Uint8Array([9]))).toBe(1003);
    expect(await exchange(query, " ".repeat(3_000_001))).toBe(1009);
    expect(await exchange(query, `[null,"1","realtime:x","e",${"[".repeat(20_000)}`)).toBe(1003);
  });

  test("refuses an event for a channel that the client did not join", async () => {
    const query = `apikey=${scene.backend.keys.publishable}&vsn=2.0.0`;
    expect(await exchange(query, '[null,"1","realtime:x","broadcast",{"event":"e"}]')).toEqual([
      null,
      "1",
      "realtime:x",
      "phx_reply",
      { status: "error", response: { reason: "unmatched topic" } },
    ]);
  });

  test("refuses a replay on a public channel", async () => {
    const query = `apikey=${scene.backend.keys.publishable}&vsn=2.0.0`;
    const config = JSON.stringify({ config: { broadcast: { replay: { since: 0 } } } });
    expect(await exchange(query, `["1","1","realtime:x","phx_join",${config}]`)).toMatchObject({
      4: {
        status: "error",
        response: {
          reason: "UnableToReplayMessages: Replay is not allowed for public channels",
        },
      },
    });
  });

  test("lets a socket join at most 100 channels", async () => {
    const client = await scene.connect();
    for (let n = 0; n < 100; n += 1) client.channel(`c${n}`).subscribe();
    await expect
      .poll(() => client.getChannels().every(({ state }) => state === "joined"))
      .toBe(true);
    const { reason } = await join(client, "one-too-many", { private: false });
    expect(reason).toBe("ChannelRateLimitReached: Too many channels");
  });

  test("lets a socket join at most 100 channels, even if all joins arrive at the same time", async () => {
    const socket = new WebSocket(address(`apikey=${scene.backend.keys.publishable}&vsn=2.0.0`));
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
    const answers: { topic: string; status: string; reason?: string }[] = [];
    socket.onmessage = ({ data }) => {
      const [, , topic, event, payload] = JSON.parse(data);
      if (event === "phx_reply") {
        answers.push({ topic, status: payload.status, reason: payload.response.reason });
      }
    };
    for (let n = 0; n < 150; n += 1) {
      socket.send(`["${n}","${n}","realtime:burst${n}","phx_join",{"config":{}}]`);
    }
    await expect.poll(() => answers.length).toBe(150);
    const refused = answers.filter(({ status }) => status === "error");
    expect(refused).toHaveLength(50);
    for (const { reason } of refused) {
      expect(reason).toBe("ChannelRateLimitReached: Too many channels");
    }
    // At the limit, a client can still join its own channels again, and can leave a channel to join
    // another.
    const held = answers.find(({ status }) => status === "ok")?.topic ?? "";
    socket.send(`["r","r","${held}","phx_join",{"config":{}}]`);
    await expect.poll(() => answers.at(150)).toMatchObject({ topic: held, status: "ok" });
    socket.send(`["r","s","${held}","phx_leave",{}]`);
    await expect.poll(() => answers.at(151)).toMatchObject({ topic: held, status: "ok" });
    socket.send('["n","n","realtime:new","phx_join",{"config":{}}]');
    await expect.poll(() => answers.at(152)).toMatchObject({ topic: "realtime:new", status: "ok" });
    socket.close();
  });
});
