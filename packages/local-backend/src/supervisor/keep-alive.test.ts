import { expect, test } from "vitest";
import { type KeptChild, keepAlive } from "./keep-alive.ts";

function keep(restart: () => Promise<void>) {
  const process: KeptChild["process"] = {
    onCrash: () => undefined,
    failure: (what) => new Error(`postgres ${what}.`),
  };
  const failed = keepAlive({
    children: [{ name: "postgres", process, restart }],
    log: () => undefined,
    stop: async () => undefined,
  });
  return { process, failed };
}

test("stops after a second crash of a child, and names the child in the reason", async () => {
  const { process, failed } = keep(async () => undefined);
  process.onCrash();
  process.onCrash();
  expect((await failed).message).toBe("postgres ended twice.");
});

test("stops if a child cannot be restarted, and names the child in the reason", async () => {
  const { process, failed } = keep(() => Promise.reject(new Error("no port")));
  process.onCrash();
  expect((await failed).message).toBe("postgres ended and could not be restarted.");
});
