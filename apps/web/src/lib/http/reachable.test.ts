import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenBack } from "@/lib/http/reachable";

function open() {
  const server = { isThere: false, asked: 0 };
  const view = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", view);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => {
    server.asked += 1;
    return new Response(null, { status: server.isThere ? 204 : 503 });
  });
  return { server, page, view };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("whenBack checks the server after the first wait, then after waits that double up to a minute", async () => {
  const { server } = open();
  const returned = vi.fn();
  whenBack(returned, 8_000);
  for (const wait of [8_000, 16_000, 32_000, 60_000, 60_000]) {
    const before = server.asked;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(server.asked).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked).toBe(before + 1);
  }
  server.isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(returned).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

// S-9.9
test.each(["online", "visibilitychange"])(
  "whenBack checks the server immediately on the event %s, and calls back once",
  async (type) => {
    const { server, page, view } = open();
    const returned = vi.fn();
    whenBack(returned);
    server.isThere = true;
    const target = type === "online" ? page : view;
    target.dispatchEvent(new Event(type));
    target.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(0);
    expect(returned).toHaveBeenCalledOnce();
    target.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.asked).toBe(2);
  },
);

test("whenBack does not check the server when the page becomes hidden, or after the checks were stopped", async () => {
  const { server, page, view } = open();
  const stop = whenBack(() => {});
  view.visibilityState = "hidden";
  view.dispatchEvent(new Event("visibilitychange"));
  expect(server.asked).toBe(0);
  stop();
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.asked).toBe(0);
});
