import { expect, test, vi } from "vitest";
import type { UploadClient } from "@/features/files/types";
import { openQueueOf, startQueue } from "@/features/files/upload/open-queue";
import { createUploadQueue } from "@/features/files/upload/queue";

const create = () =>
  createUploadQueue(
    {
      begin: async () => ({ fileId: "id", path: "path", bucket: "documents" }),
      store: async () => {},
      finish: async () => {},
      remove: async () => {},
      judge: async () => ({ type: "fail", message: "" }),
    },
    {
      isOnline: () => true,
      isReachable: async () => true,
      whenBack: () => () => {},
      guard: () => {},
    },
  );

test("the upload queue notifies listeners that were added before the queue was created", async () => {
  const client = {} as UploadClient;
  const open = openQueueOf(client);
  const changed = vi.fn();
  const arrived = vi.fn();
  open.changes.add(changed);
  open.arrivals.add(arrived);
  expect(open.queue).toBeUndefined();
  const queue = startQueue(client, create);
  expect(changed).not.toHaveBeenCalled();
  queue.add({
    itemId: "one",
    files: [new File(["x"], "a.pdf")],
    accept: [],
    listed: [],
    room: { max: 1, remaining: 1 },
    href: "/one",
  });
  expect(changed).toHaveBeenCalled();
  expect(openQueueOf(client).queue?.items()).toEqual([{ itemId: "one", href: "/one" }]);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
});

test("startQueue creates one upload queue for each backend client", () => {
  const client = {} as UploadClient;
  const queue = startQueue(client, create);
  expect(startQueue(client, create)).toBe(queue);
  expect(startQueue({} as UploadClient, create)).not.toBe(queue);
});
