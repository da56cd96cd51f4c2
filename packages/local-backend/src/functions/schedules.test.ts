import { beforeEach, expect, it } from "vitest";
import { Scheduler } from "./schedules.ts";

interface Timer {
  due: number;
  run(): void;
}

class Clock {
  now = Date.parse("2026-03-01T10:00:00Z");
  timers = new Set<Timer>();

  setTimer = (run: () => void, milliseconds: number) => {
    const timer = { due: this.now + milliseconds, run };
    this.timers.add(timer);
    return () => {
      this.timers.delete(timer);
    };
  };

  async advance(seconds: number): Promise<void> {
    const end = this.now + seconds * 1000;
    for (;;) {
      const [next] = [...this.timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.now = Math.max(this.now, next.due);
      this.timers.delete(next);
      next.run();
      await settle();
    }
    this.now = end;
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Job {
  jobid: string;
  jobname: string | null;
  schedule: string;
  command: string;
  username: string;
}

class Jobs {
  jobs: Job[] = [];
  runs: string[] = [];
  details: string[] = [];
  roles: string[] = [];
  finish: (() => void) | undefined;
  isSlow = false;
  announce: () => void = () => undefined;

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    if (text.startsWith("select jobid")) return this.jobs as unknown as Row[];
    if (text.startsWith("update")) this.details.push(`${values?.[1]}: ${values?.[2]}`);
    return [{ runid: "1" }] as unknown as Row[];
  }

  runJob = async (command: string, role: string): Promise<void> => {
    this.roles.push(role);
    this.runs.push(command);
    if (command === "fails") throw new Error("went wrong");
    if (this.isSlow) {
      await new Promise<void>((resolve) => {
        this.finish = resolve;
      });
    }
  };

  async listen(_channel: string, onPayload: (payload: string) => void) {
    this.announce = () => onPayload("");
    return async () => undefined;
  }
}

const JOB: Job = {
  jobid: "1",
  jobname: "tick",
  schedule: "* * * * *",
  command: "tick",
  username: "postgres",
};

let clock: Clock;
let database: Jobs;
let scheduler: Scheduler;
let lines: string[];

beforeEach(async () => {
  clock = new Clock();
  database = new Jobs();
  lines = [];
  database.jobs = [JOB];
  scheduler = new Scheduler({
    database,
    runJob: database.runJob,
    now: () => clock.now,
    log: (line) => lines.push(line),
    setTimer: clock.setTimer,
  });
  await scheduler.start();
});

it("runs a job at each due time, as the job's role", async () => {
  await clock.advance(59);
  expect(database.runs).toEqual([]);
  await clock.advance(121);
  expect(database.runs).toEqual(["tick", "tick", "tick"]);
  expect(new Set(database.roles)).toEqual(new Set(["postgres"]));
  expect(database.details[0]).toBe("succeeded: ");
});

it("skips a run that becomes due while an earlier run of the job is active", async () => {
  database.isSlow = true;
  await clock.advance(330);
  expect(database.runs).toHaveLength(1);
  database.finish?.();
  await settle();
  expect(database.runs).toHaveLength(1);
  await clock.advance(30);
  expect(database.runs).toHaveLength(2);
  database.finish?.();
});

it("records each failed run of a job, and logs the job's name without its command", async () => {
  database.jobs = [{ ...JOB, command: "fails" }];
  database.announce();
  await settle();
  await clock.advance(120);
  expect(database.details).toEqual(["failed: went wrong", "failed: went wrong"]);
  expect(lines[0]).toBe("schedules: job tick failed; see cron.job_run_details");
});

it("schedules new and changed jobs, and no longer runs deleted jobs", async () => {
  database.jobs = [
    { ...JOB, schedule: "0 12 * * *" },
    { ...JOB, jobid: "2", schedule: "10 seconds", command: "often" },
  ];
  database.announce();
  await settle();
  await clock.advance(60);
  expect(database.runs).toEqual(Array(6).fill("often"));
  database.jobs = [];
  database.announce();
  await settle();
  await clock.advance(7200);
  expect(database.runs).toHaveLength(6);
  expect(clock.timers.size).toBe(0);
});

it("does not restart the timer of a job if only its command changed", async () => {
  await clock.advance(30);
  database.jobs = [{ ...JOB, command: "tock" }];
  database.announce();
  await settle();
  await clock.advance(30);
  expect(database.runs).toEqual(["tock"]);
});

it("runs a job that is due later than the maximum delay of `setTimeout`", async () => {
  database.jobs = [{ ...JOB, schedule: "0 10 1 5 *" }];
  database.announce();
  await settle();
  await clock.advance(60 * 86_400);
  expect(database.runs).toEqual([]);
  await clock.advance(86_400);
  expect(database.runs).toEqual(["tick"]);
});

it("the scheduler waits for the current run before it stops, and starts no other run", async () => {
  database.isSlow = true;
  await clock.advance(60);
  let isStopped = false;
  const stopping = scheduler.stop().then(() => {
    isStopped = true;
  });
  await settle();
  expect(isStopped).toBe(false);
  database.finish?.();
  await stopping;
  await clock.advance(600);
  expect(database.runs).toHaveLength(1);
});

it("the scheduler stops even if a job's run never ends", async () => {
  database.isSlow = true;
  await clock.advance(60);
  const stopping = scheduler.stop();
  await settle();
  await clock.advance(5);
  await expect(stopping).resolves.toBeUndefined();
});
