import { z } from "zod";
import { identifyCaller, type Verification } from "../_shared/caller.ts";
import { type DeliverOptions, deliverEmail } from "../_shared/email/deliver.ts";
import { answer, endpoint, logFailure, Refusal } from "../_shared/http.ts";
import { inspectFile } from "../_shared/inspection/inspect.ts";
import type { ObjectStore } from "../_shared/ports.ts";

interface HandlerOptions extends DeliverOptions {
  store: ObjectStore;
  serviceKeys: readonly string[];
  verify(token: string): Promise<Verification>;
}

const files = z.array(z.object({ file_id: z.uuid() }));
const objects = z.array(z.object({ bucket: z.string(), path: z.string() }));

const REMINDERS = 500;
/**
 * Time for queuing reminders. The limit leaves time to send the reminders within the same minute.
 */
const REMINDER_MILLISECONDS = 15_000;
const RELEASE_MILLISECONDS = 20_000;
/**
 * Time after the start of the sweep at which it stops claiming emails. The rest can wait, because
 * the schedule also runs deliver-email if many emails are queued.
 */
const EMAIL_MILLISECONDS = 30_000;
const FILES = 20;
const OBJECTS = 100;
/** Time for all tasks of a run. The next run starts a minute after the start of this run. */
const BUDGET_MILLISECONDS = 45_000;
/** Minimum time for inspections, even if the other tasks used up the budget. */
const INSPECTION_MILLISECONDS = 10_000;

/** The schedule calls this function every minute with the service key. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    const caller = await identifyCaller(request, options);
    if (caller.kind !== "service") throw new Refusal(403, "forbidden");
    const start = options.now();
    const tasks: Record<string, () => Promise<unknown>> = {
      // Runs before `email`, so that a reminder is sent in the minute in which it is due.
      reminders: () => queueReminders(options),
      // Runs before `email`, so that deferred emails are sent right after the firm's midnight.
      released: () => releaseDeferred(options, start + RELEASE_MILLISECONDS),
      email: () => deliverEmail(options, start + EMAIL_MILLISECONDS),
      failed_uploads: () => options.database.rpc("fail_uploads"),
      deleted_objects: () => deleteObjects(options),
      expired_invitations: () => options.database.rpc("expire_invitations"),
      archived: () => options.database.rpc("archive_requests"),
      purged: () => options.database.rpc("purge_requests"),
      purged_orgs: () => options.database.rpc("purge_orgs"),
      // Runs last, because a file that crashes the process must not stop the other tasks.
      inspected: () => inspectFiles(options, start + BUDGET_MILLISECONDS),
    };
    const result: Record<string, unknown> = {};
    const failed: string[] = [];
    for (const [name, run] of Object.entries(tasks)) {
      try {
        result[name] = await run();
      } catch (cause) {
        logFailure(`sweep ${name}`, cause);
        failed.push(name);
      }
    }
    if (failed.length > 0) return answer({ code: "sweep_incomplete", failed, ...result }, 500);
    await options.database.rpc("record_sweep");
    return result;
  });
}

async function queueReminders(options: HandlerOptions): Promise<number> {
  const end = options.now() + REMINDER_MILLISECONDS;
  let queued = 0;
  while (options.now() < end) {
    const rows = await options.database.rpc("queue_reminders", { max_rows: REMINDERS });
    const handled = z.number().parse(rows);
    queued += handled;
    if (handled < REMINDERS) break;
  }
  return queued;
}

/** Each call of `release_deferred_mail` releases up to 200 emails of one firm. */
async function releaseDeferred(options: HandlerOptions, end: number): Promise<number> {
  let released = 0;
  while (options.now() < end) {
    const handled = z.number().parse(await options.database.rpc("release_deferred_mail"));
    if (handled === 0) break;
    released += handled;
  }
  return released;
}

/** Claims one file at a time, because each claim counts as an attempt. */
async function inspectFiles(options: HandlerOptions, until: number): Promise<number> {
  const end = Math.max(until, options.now() + INSPECTION_MILLISECONDS);
  let inspected = 0;
  let failure: unknown;
  for (let left = FILES; left > 0; left -= 1) {
    const rows = await options.database.rpc("files_to_inspect", { max_rows: 1 });
    const [file] = files.parse(rows);
    if (!file) break;
    try {
      const inspection = await inspectFile(file.file_id, options);
      if (inspection.kind === "done") inspected += 1;
    } catch (cause) {
      failure = cause;
    }
    if (options.now() >= end) break;
  }
  if (failure !== undefined) throw failure;
  return inspected;
}

/** Deletes objects through Storage. Deleting only their rows would leave the bytes. */
async function deleteObjects(options: HandlerOptions): Promise<number> {
  const rows = await options.database.rpc("orphaned_objects", { max_rows: OBJECTS });
  const paths = new Map<string, string[]>();
  for (const { bucket, path } of objects.parse(rows)) {
    paths.set(bucket, [...(paths.get(bucket) ?? []), path]);
  }
  let deleted = 0;
  for (const [bucket, list] of paths) deleted += await options.store.remove(bucket, list);
  return deleted;
}
