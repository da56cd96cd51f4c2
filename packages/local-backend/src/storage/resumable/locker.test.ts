import { expect, test, vi } from "vitest";
import { LOCKED, UploadLocker } from "./locker.ts";

const never = () => new AbortController().signal;

test("asks the first request to end, and continues with the second afterwards", async () => {
  const locker = new UploadLocker();
  const first = locker.newLock("a");
  const second = locker.newLock("a");
  const requestRelease = vi.fn(() => void first.unlock());
  await first.lock(never(), requestRelease);
  await second.lock(never(), () => undefined);
  expect(requestRelease).toHaveBeenCalledOnce();
});

test("does not make two uploads wait for each other", async () => {
  const locker = new UploadLocker();
  const requestRelease = vi.fn();
  await locker.newLock("a").lock(never(), requestRelease);
  await locker.newLock("b").lock(never(), requestRelease);
  expect(requestRelease).not.toHaveBeenCalled();
});

test("returns locked to a request that waited too long", async () => {
  const locker = new UploadLocker();
  const giveUp = new AbortController();
  await locker.newLock("a").lock(never(), () => giveUp.abort());
  const waiting = locker.newLock("a").lock(giveUp.signal, () => undefined);
  await expect(waiting).rejects.toBe(LOCKED);
});

test("does not remove a newer lock with a late unlock", async () => {
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
