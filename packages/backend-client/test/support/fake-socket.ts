type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Payload,
];
type Payload = Record<string, unknown>;

export interface FakeRealtimeServer {
  WebSocket: typeof WebSocket;
  joins: string[];
  tokens: string[];
  opened(): number;
  leaves(): number;
  answerJoins(how: "ok" | "silence" | { reason: string }): void;
  refuseSilent(reason: string): void;
  setAlive(isAlive: boolean): void;
  push(event: string, payload: Payload): void;
  drop(): void;
}

/** The server implements Phoenix channels 2.0.0 in JSON. */
export function createFakeRealtimeServer(): FakeRealtimeServer {
  const joins: string[] = [];
  const tokens: string[] = [];
  const sockets: FakeSocket[] = [];
  const silent: ((reason: string) => void)[] = [];
  let answer: "ok" | "silence" | { reason: string } = "ok";
  let isAlive = true;
  let leaves = 0;

  class FakeSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly joined = new Map<string, string | null>();
    readyState = 0;
    bufferedAmount = 0;
    onopen: ((event: Event) => void) | null = null;
    onclose: ((event: Event) => void) | null = null;
    onmessage: ((event: Event) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;

    constructor() {
      super();
      sockets.push(this);
      queueMicrotask(() => {
        if (!isAlive) return;
        this.readyState = 1;
        this.#fire(new Event("open"));
      });
    }

    send(text: string): void {
      if (!isAlive) return;
      const [joinRef, ref, topic, event, payload] = JSON.parse(text) as Frame;
      const reply = (status: string, response: Payload = {}) =>
        this.tell([joinRef, ref, topic, "phx_reply", { status, response }]);
      if (event === "heartbeat") reply("ok");
      else if (event === "phx_join") {
        joins.push(String(payload.access_token));
        if (answer === "ok") {
          this.joined.set(topic, joinRef);
          reply("ok");
        } else if (answer === "silence") silent.push((reason) => reply("error", { reason }));
        else reply("error", answer);
      } else if (event === "phx_leave") {
        leaves++;
        this.joined.delete(topic);
        reply("ok");
      } else if (event === "access_token") tokens.push(String(payload.access_token));
      else reply("ok");
    }

    close(): void {
      if (this.readyState === 3) return;
      this.readyState = isAlive ? 3 : 2;
      if (isAlive) queueMicrotask(() => this.#fire(new Event("close")));
    }

    tell(frame: Frame): void {
      const data = JSON.stringify(frame);
      queueMicrotask(() => {
        if (this.readyState === 1) this.#fire(new MessageEvent("message", { data }));
      });
    }

    #fire(event: Event): void {
      this.dispatchEvent(event);
      const name = `on${event.type}` as "onopen" | "onclose" | "onmessage";
      this[name]?.(event);
    }
  }

  return {
    WebSocket: FakeSocket as unknown as typeof WebSocket,
    joins,
    tokens,
    opened: () => sockets.length,
    leaves: () => leaves,
    answerJoins(how) {
      answer = how;
    },
    refuseSilent(reason) {
      for (const refuse of silent.splice(0)) refuse(reason);
    },
    setAlive(next) {
      isAlive = next;
    },
    push(event, payload) {
      const socket = sockets.at(-1);
      for (const [topic, joinRef] of socket?.joined ?? []) {
        socket?.tell([joinRef, null, topic, event, payload]);
      }
    },
    drop: () => sockets.at(-1)?.close(),
  };
}
