import type { ChannelBroadcast } from "./hub.ts";
import type { Message } from "./protocol.ts";

export interface Wire {
  push(message: Message): void;
  pushBroadcast(topic: string, broadcast: ChannelBroadcast): void;
}

export class ChannelSender {
  readonly #wire: Wire;
  readonly #topic: string;
  readonly #joinRef: string | null;

  constructor(wire: Wire, topic: string, joinRef: string | null) {
    this.#wire = wire;
    this.#topic = topic;
    this.#joinRef = joinRef;
  }

  push(event: string, payload: unknown): void {
    this.#send(null, event, payload);
  }

  system(extension: string, status: "ok" | "error", message: string): void {
    const channel = this.#topic.slice("realtime:".length);
    this.push("system", { extension, status, message, channel });
  }

  reply({ ref }: Message, status: "ok" | "error", response: object): void {
    this.#send(ref, "phx_reply", { status, response });
  }

  close(): void {
    this.#send(this.#joinRef, "phx_close", {});
  }

  broadcast(broadcast: ChannelBroadcast): void {
    this.#wire.pushBroadcast(this.#topic, broadcast);
  }

  #send(ref: string | null, event: string, payload: unknown): void {
    this.#wire.push({ joinRef: this.#joinRef, ref, topic: this.#topic, event, payload });
  }
}
