import { expect, test, vi } from "vitest";
import { Hub, type Member } from "./hub.ts";

const LOBBY = { topic: "lobby", isPrivate: false };

function scene() {
  const log = vi.fn();
  const hub = new Hub(log);
  const fail = () => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  const broken: Member = { receiveBroadcast: fail, receivePresence: fail };
  const sound = { receiveBroadcast: vi.fn(), receivePresence: vi.fn() };
  hub.join(LOBBY, broken);
  hub.join(LOBBY, sound);
  return { hub, log, broken, sound };
}

test("a Realtime channel delivers a message to the other members even if one delivery fails", () => {
  const { hub, log, sound } = scene();
  hub.broadcast(LOBBY, { event: "e", body: { encoding: "json", value: 1 } });
  expect(sound.receiveBroadcast).toHaveBeenCalledOnce();
  hub.track(LOBBY, sound, "key", { a: 1 });
  expect(sound.receivePresence).toHaveBeenCalledOnce();
  expect(log.mock.calls).toEqual(
    Array.from({ length: 2 }, () => ["realtime: could not notify a member: RangeError"]),
  );
});

test("removes the presence of a member that leaves, even if deliveries to the member fail", () => {
  const { hub, sound, broken } = scene();
  hub.track(LOBBY, broken, "key", { a: 1 });
  hub.leave(LOBBY, sound);
  hub.leave(LOBBY, broken);
  expect(hub.presences(LOBBY)).toEqual({});
});

test("refuses a presence that cannot be serialized", () => {
  const { hub, sound } = scene();
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(() => hub.track(LOBBY, sound, "key", circular)).toThrow(TypeError);
  expect(hub.presences(LOBBY)).toEqual({});
  expect(sound.receivePresence).not.toHaveBeenCalled();
});
