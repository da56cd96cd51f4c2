import { expect, test, vi } from "vitest";
import { LOCKED, UploadLocker } from "./locker.ts";

const never = () => new AbortController().signal;

test("asks the first request of an upload to release its lock, then gives the lock to the second request", async () => {
  const locker = new UploadLocker();
  const first = locker.newLock("a");
  const second = locker.newLock("a");
  const requestRelease = vi.fn(() => void first.unlock());
  await first.lock(never(), requestRelease);
  await second.lock(never(), () => undefined);
  expect(requestRelease).toHaveBeenCalledOnce();
});

test("lets requests of different uploads run at the same time", async () => {
  const locker = new UploadLocker();
  const requestRelease = vi.fn();
  await locker.newLock("a").lock(never(), requestRelease);
  await locker.newLock("b").lock(never(), requestRelease);
  expect(requestRelease).not.toHaveBeenCalled();
});

test("refuses a request with LOCKED if its signal aborts while the request waits for the lock", async () => {
  const locker = new UploadLocker();
  const giveUp = new AbortController();
  await locker.newLock("a").lock(never(), () => giveUp.abort());
  const waiting = locker.newLock("a").lock(giveUp.signal, () => undefined);
  await expect(waiting).rejects.toBe(LOCKED);
});

test("keeps the second request's lock if the first request unlocks a second time", async () => {
  const locker = new UploadLocker();
  const first = locker.newLock("a");
  const second = locker.newLock("a");
  await first.lock(never(), () => undefined);
  await first.unlock();
  const asked = vi.fn(() => void second.unlock());
  await second.lock(never(), asked);
  await first.unlock();
  await locker.newLock("a").lock(never(), () => undefined);
  expect(asked).toHaveBeenCalledOnce();
});
