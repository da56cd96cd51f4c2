// Compares the CPU time of a run with the budget in cpu-budget.json. See docs/decisions/049.
import { createHash } from "node:crypto";
import { cpus } from "node:os";

const TOLERANCE = 1.05;
const ROUNDS = 9;
const STEPS_PER_ROUND = 100_000;

export function machineName(processors = cpus()) {
  return `${processors[0]?.model.trim() ?? "unknown"} × ${processors.length}`;
}

function secondsOfOneRound() {
  const before = process.cpuUsage();
  let hash = "";
  let objects = [];
  for (let step = 0; step < STEPS_PER_ROUND; step += 1) {
    hash = createHash("sha256").update(hash).digest("hex");
    objects.push({ hash, step });
    if (objects.length === 1_000) objects = JSON.parse(JSON.stringify(objects)).slice(0, 1);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export function calibrate() {
  const rounds = Array.from({ length: ROUNDS }, secondsOfOneRound).sort((a, b) => a - b);
  return rounds[Math.floor(ROUNDS / 2)];
}

/** Compares a run with the budget. On a machine other than the budget's, a run never exceeds it. */
export function judge(budget, { total, machine, calibration }) {
  const figures = `budget ${budget.seconds} on ${budget.machine}`;
  if (machine !== budget.machine) return { isOver: false, note: `${figures}; not comparable` };
  // A busy machine slows both the calibration and the run, so divide by the slowdown of the
  // calibration.
  const slowdown = Math.max(1, calibration / budget.calibration);
  const share = total / slowdown / budget.seconds;
  const isOver = share > TOLERANCE;
  const percent = `${Math.round(share * 100)} % of the budget, calibration ${calibration.toFixed(3)}`;
  return { isOver, note: `${figures}; ${percent}${isOver ? "; see docs/decisions/049" : ""}` };
}
