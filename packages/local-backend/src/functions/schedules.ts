import type { Database } from "../database/database.ts";
import { nextRunAt } from "./cron.ts";

export type SetTimer = (run: () => void, milliseconds: number) => () => void;

export const setRealTimer: SetTimer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

export type RunJob = (command: string, role: string) => Promise<void>;

interface SchedulerOptions {
  database: Pick<Database, "query" | "listen">;
  runJob: RunJob;
  now(): number;
  log(line: string): void;
  setTimer?: SetTimer;
}

interface Job {
  jobid: string;
  jobname: string | null;
  schedule: string;
  command: string;
  username: string;
}

interface Entry {
  job: Job;
  cancel(): void;
  running: Promise<void> | undefined;
  isRemoved: boolean;
}

const DRAIN_MILLISECONDS = 5_000;
/** `setTimeout` overflows above 2^31 - 1 ms, so timers for distant jobs are renewed once a day. */
const MAX_TIMER_MILLISECONDS = 86_400_000;

/**
 * Runs each job in `cron.job` as the job's role. Skips a run that becomes due while the previous
 * run is active or the scheduler is stopped.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #setTimer: SetTimer;
  readonly #entries = new Map<string, Entry>();
  #unlisten: (() => Promise<void>) | undefined;
  #loading: Promise<void> = Promise.resolve();
  #isStopped = true;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#setTimer = options.setTimer ?? setRealTimer;
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    this.#unlisten = await this.#options.database.listen("local_backend_cron", () => {
      this.reload().catch(() => this.#options.log("schedules: the jobs could not be read"));
    });
    await this.#options.database.query(
      "delete from cron.job_run_details where end_time < now() - interval '7 days'",
    );
    await this.reload();
  }

  reload(): Promise<void> {
    this.#loading = this.#loading.catch(() => undefined).then(() => this.#load());
    return this.#loading;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#unlisten?.();
    await this.#loading.catch(() => undefined);
    const running = [...this.#entries.values()].map((entry) => entry.running);
    for (const entry of this.#entries.values()) this.#remove(entry);
    let cancel: () => void = () => undefined;
    const timeout = new Promise<void>((resolve) => {
      cancel = this.#setTimer(resolve, DRAIN_MILLISECONDS);
    });
    await Promise.race([Promise.all(running), timeout]);
    cancel();
  }

  async #load(): Promise<void> {
    if (this.#isStopped) return;
    const jobs = await this.#options.database.query<Job>(
      "select jobid::text, jobname, schedule, command, username from cron.job where active",
    );
    if (this.#isStopped) return;
    const wanted = new Map(jobs.map((job) => [job.jobid, job]));
    for (const entry of [...this.#entries.values()]) {
      const job = wanted.get(entry.job.jobid);
      if (job?.schedule !== entry.job.schedule) this.#remove(entry);
      else entry.job = job;
    }
    for (const job of jobs) {
      if (this.#entries.has(job.jobid)) continue;
      const entry: Entry = { job, cancel: () => {}, running: undefined, isRemoved: false };
      this.#entries.set(job.jobid, entry);
      this.#plan(entry);
    }
  }

  #remove(entry: Entry): void {
    entry.isRemoved = true;
    entry.cancel();
    this.#entries.delete(entry.job.jobid);
  }

  #plan(entry: Entry): void {
    const now = this.#options.now();
    let due: number | undefined;
    try {
      due = nextRunAt(entry.job.schedule, now);
    } catch {
      this.#options.log(`schedules: job ${entry.job.jobid} has a schedule that cannot be read`);
    }
    if (due !== undefined) this.#wait(entry, due);
  }

  #wait(entry: Entry, due: number): void {
    const waitMs = due - this.#options.now();
    if (waitMs > MAX_TIMER_MILLISECONDS) {
      entry.cancel = this.#setTimer(() => this.#wait(entry, due), MAX_TIMER_MILLISECONDS);
      return;
    }
    entry.cancel = this.#setTimer(
      () => {
        entry.running = this.#run(entry.job).finally(() => {
          entry.running = undefined;
          if (!entry.isRemoved && !this.#isStopped) this.#plan(entry);
        });
      },
      Math.max(0, waitMs),
    );
  }

  async #run(job: Job): Promise<void> {
    const { database, log } = this.#options;
    let runid: string | undefined;
    try {
      const [row] = await database.query<{ runid: string }>(
        `insert into cron.job_run_details (jobid, database, username, command, status, start_time)
         values ($1, current_database(), $2, $3, 'running', clock_timestamp())
         returning runid::text`,
        [job.jobid, job.username, job.command],
      );
      runid = row?.runid;
      await this.#options.runJob(job.command, job.username);
      await this.#finish(runid, "succeeded", "");
    } catch (cause) {
      log(`schedules: job ${job.jobname ?? job.jobid} failed; see cron.job_run_details`);
      const message = cause instanceof Error ? cause.message : String(cause);
      await this.#finish(runid, "failed", message).catch(() => undefined);
    }
  }

  async #finish(runid: string | undefined, status: string, message: string): Promise<void> {
    await this.#options.database.query(
      `update cron.job_run_details set status = $2, return_message = $3, end_time = clock_timestamp()
       where runid = $1`,
      [runid, status, message],
    );
  }
}
