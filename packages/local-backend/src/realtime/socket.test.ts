import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import type { RealtimeContext } from "./context.ts";
import { codecFor } from "./protocol.ts";
import { MAX_SILENCE_MS, Socket } from "./socket.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openSocket(decode?: () => never) {
  const close = vi.fn();
  const wire = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: vi.fn(),
    close,
    terminate: vi.fn(),
  });
  const codec = codecFor("2.0.0");
  if (!codec) throw new Error("no codec");
  const log = vi.fn();
  const context = { log } as unknown as RealtimeContext;
  const ownCodec = decode ? { ...codec, decode } : codec;
  new Socket(context, wire as unknown as WebSocket, ownCodec, "token");
  return {
    log,
    close,
    beat: () => wire.emit("message", Buffer.from('[null,"1","phoenix","heartbeat",{}]'), false),
  };
}

test("disconnects a client that is silent for a minute", () => {
  const { close } = openSocket();
  vi.advanceTimersByTime(MAX_SILENCE_MS - 1);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledOnce();
});

test("keeps a client that sends heartbeats connected", () => {
  const { close, beat } = openSocket();
  for (let minute = 0; minute < 5; minute += 1) {
    vi.advanceTimersByTime(MAX_SILENCE_MS - 1);
    beat();
  }
  expect(close).not.toHaveBeenCalled();
});

test("closes the connection if handling a message throws, and logs the failure without throwing", () => {
  const { close, log, beat } = openSocket(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  expect(beat).not.toThrow();
  expect(close.mock.calls).toEqual([[1011, "internal error"]]);
  expect(log.mock.calls).toEqual([["realtime: a message failed: RangeError"]]);
});
