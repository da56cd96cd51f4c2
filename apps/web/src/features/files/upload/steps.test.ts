import { expect, test, vi } from "vitest";
import { stepsOf } from "@/features/files/upload/steps";

vi.mock("@/features/files/upload/lazy-entry", () => {
  throw new Error("Failed to load chunk");
});

const file = new File(["x"], "a.pdf");
const client = { session: { get: () => null } } as unknown as Parameters<typeof stepsOf>[0];

test("an upload pauses if the code that sends files could not be loaded, although the browser is online", async () => {
  const steps = stepsOf(client);
  const error = await steps.begin({ itemId: "one", file }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  const message = "Upload paused. Keep this page open. We’ll keep trying.";
  const paused = { type: "pause", message, milliseconds: 0 };
  expect(await steps.judge(error, true)).toEqual(paused);
  expect(await steps.judge(new Error("cut"), true)).toEqual(paused);
});
