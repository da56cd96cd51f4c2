import { expect, test } from "vitest";
import { type KeptChild, keepAlive } from "./keep-alive.ts";

function keep(restart: () => Promise<void>, excuse?: () => string | undefined) {
  const lines: string[] = [];
  const process: KeptChild["process"] = {
    onCrash: () => undefined,
    failure: (what) => new Error(`postgres ${what}.`),
  };
  const failed = keepAlive({
    children: [{ name: "postgres", process, restart, ...(excuse && { excuse }) }],
    log: (line) => lines.push(line),
    stop: async () => undefined,
  });
  return { process, failed, lines };
}

test("stops the backend after a second crash of a child process, and reports the process", async () => {
  const { process, failed } = keep(async () => undefined);
  process.onCrash();
  process.onCrash();
  expect((await failed).message).toBe("postgres crashed twice.");
});

test("stops the backend if a child process cannot be restarted, and reports the process", async () => {
  const { process, failed } = keep(() => Promise.reject(new Error("no port")));
  process.onCrash();
  expect((await failed).message).toBe("postgres ended and could not be restarted.");
});

test("restarts a child process after every exit because of a full disk, and logs the reason", async () => {
  let excuse: string | undefined = "its disk is full";
  const { process, failed, lines } = keep(
    async () => undefined,
    () => excuse,
  );
  for (let count = 0; count < 3; count += 1) process.onCrash();
  expect(lines).toEqual(Array(3).fill("postgres ended because its disk is full"));
  excuse = undefined;
  process.onCrash();
  process.onCrash();
  expect((await failed).message).toBe("postgres crashed twice.");
});
