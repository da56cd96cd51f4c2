import { beforeEach, expect, it } from "vitest";
import { emailOf, FakeAccounts, FakeOutbox, FakePost } from "../../tests/support/email/fakes.ts";
import type { ObjectStore } from "../_shared/ports.ts";
import { createHandler } from "./handler.ts";

const FILE_IDS = [
  "6f1f7f0e-8d3b-4f57-9f5e-0d6a8f1b2c3d",
  "7f1f7f0e-8d3b-4f57-9f5e-0d6a8f1b2c3d",
  "8f1f7f0e-8d3b-4f57-9f5e-0d6a8f1b2c3d",
];

class FakeDatabase extends FakeOutbox {
  readonly recorded: unknown[] = [];
  readonly broken = new Set<string>();
  readonly lost = [...FILE_IDS];
  dueReminders = 4;
  reminderMilliseconds = 0;
  deferred = 0;
  completeRuns = 0;

  override async rpc(name: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    if (this.broken.has(name) || this.broken.has(String(parameters.file_id))) {
      throw new Error("database away");
    }
    switch (name) {
      case "queue_reminders": {
        const handled = Math.min(this.dueReminders, Number(parameters.max_rows));
        this.dueReminders -= handled;
        now += this.reminderMilliseconds;
        return handled;
      }
      case "release_deferred_mail": {
        // The real function releases the emails of one firm in each call. This fake releases at
        // most three emails.
        const handled = Math.min(this.deferred, 3);
        this.deferred -= handled;
        return handled;
      }
      case "record_sweep":
        this.completeRuns += 1;
        return null;
      case "fail_uploads":
        return 2;
      case "expire_invitations":
        return 5;
      case "archive_requests":
        return 6;
      case "purge_requests":
        return 7;
      case "purge_orgs":
        return 1;
      case "files_to_inspect":
        // The database returns a file at most once a minute, so this fake returns each file once.
        return this.lost.splice(0, Number(parameters.max_rows)).map((file_id) => ({ file_id }));
      case "claim_inspection":
        return true;
      case "get_inspection":
        return [
          { bucket: "documents", path: "a.txt", bytes: 2, status: "checking", reject_code: null },
        ];
      case "record_inspection":
        this.recorded.push(parameters.file_id);
        return [{ status: parameters.status, reject_code: parameters.reject_code }];
      case "orphaned_objects":
        return [
          { bucket: "documents", path: "gone/1.pdf" },
          { bucket: "documents", path: "gone/2.pdf" },
          { bucket: "images", path: "gone/3.png" },
        ];
      default:
        return super.rpc(name, parameters);
    }
  }
}

let database: FakeDatabase;
let mailer: FakePost;
let removed: string[];
let now: number;
let step: number;
let postMilliseconds: number;

beforeEach(() => {
  database = new FakeDatabase([emailOf()]);
  mailer = new FakePost();
  removed = [];
  now = 0;
  step = 0;
  postMilliseconds = 0;
});

const store: ObjectStore = {
  open: async () => new Blob(["ok"]).stream(),
  read: async () => expect.unreachable("a text is read whole"),
  async remove(bucket, paths) {
    removed.push(...paths.map((path) => `${bucket}/${path}`));
    return paths.length;
  },
};

async function call(authorization = "Bearer service-key") {
  const handler = createHandler({
    database,
    store,
    accounts: new FakeAccounts(),
    post: (email, key) => {
      now += postMilliseconds;
      return mailer.post(email, key);
    },
    siteUrl: "https://dossier.example",
    supabaseUrl: "https://project.example",
    from: "mail@dossier.example",
    now: () => {
      now += step;
      return now;
    },
    wait: async () => {},
    serviceKeys: ["service-key"],
    verify: async () => ({ kind: "valid", claims: { sub: "user", role: "authenticated" } }),
  });
  const response = await handler(
    new Request("https://functions.example/sweep", { method: "POST", headers: { authorization } }),
  );
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

// S-4.60
it("the sweep runs every background task and returns a count for each", async () => {
  expect(await call()).toEqual({
    status: 200,
    body: {
      reminders: 4,
      released: 0,
      email: { sent: 1, retried: 0, failed: 0 },
      failed_uploads: 2,
      deleted_objects: 3,
      expired_invitations: 5,
      archived: 6,
      purged: 7,
      purged_orgs: 1,
      inspected: 3,
    },
  });
  expect(database.recorded).toEqual(FILE_IDS);
  expect(removed).toEqual(["documents/gone/1.pdf", "documents/gone/2.pdf", "images/gone/3.png"]);
});

it("the sweep records a run as complete only if every task succeeded", async () => {
  await call();
  expect(database.completeRuns).toBe(1);
  database.broken.add("purge_orgs");
  await call();
  await call("Bearer user-token");
  expect(database.completeRuns).toBe(1);
});

it("the sweep queues all due reminders, but stops when the time for reminders is up", async () => {
  database.dueReminders = 1_200;
  expect((await call()).body).toMatchObject({ reminders: 1_200, email: { sent: 1 } });
  database.dueReminders = 100_000;
  step = 1_000;
  const { body } = await call();
  expect(Number(body.reminders)).toBeGreaterThan(1_200);
  expect(Number(body.reminders)).toBeLessThan(100_000);
});

it("the sweep releases deferred emails and reports how many were released", async () => {
  database.deferred = 7;
  expect((await call()).body).toMatchObject({ released: 7 });
});

it("the sweep rejects a call with a user's session", async () => {
  expect(await call("Bearer user-token")).toEqual({ status: 403, body: { code: "forbidden" } });
  expect(mailer.posted).toEqual([]);
});

it("the sweep continues with the other tasks if one task fails, and its response contains the name of the failed task", async () => {
  database.broken.add("claim_mail");
  const { status, body } = await call();
  expect(status).toBe(500);
  expect(body).toMatchObject({ code: "sweep_incomplete", failed: ["email"], inspected: 3 });
  expect(removed).toHaveLength(3);
});

it("the sweep inspects the remaining files if one file cannot be read", async () => {
  database.broken.add(FILE_IDS[0] ?? "");
  const { body } = await call();
  expect(body.failed).toEqual(["inspected"]);
  expect(database.recorded).toEqual(FILE_IDS.slice(1));
});

it("the sweep inspects at most twenty files in a run, and claims no more files when its time is up", async () => {
  database.lost.push(...Array.from({ length: 22 }, () => FILE_IDS[0] ?? ""));
  expect((await call()).body).toMatchObject({ inspected: 20 });
  expect(database.lost).toHaveLength(5);
  step = 20_000;
  expect((await call()).body).toMatchObject({ inspected: 1 });
  expect(database.lost).toHaveLength(4);
});

// S-4.60
it("the sweep leaves time for file inspections, even if the other tasks are slow", async () => {
  database = new FakeDatabase(Array.from({ length: 500 }, () => emailOf()));
  database.reminderMilliseconds = 15_000;
  database.dueReminders = 1_000;
  postMilliseconds = 100;
  const { body } = await call();
  expect(body).toMatchObject({ reminders: 500, email: { sent: 150 }, inspected: 3 });
  expect(now).toBe(30_000);

  // Sending the emails takes longer than a minute.
  database.lost.push(...FILE_IDS);
  postMilliseconds = 1_500;
  expect((await call()).body).toMatchObject({ email: { sent: 50 }, inspected: 3 });
});
