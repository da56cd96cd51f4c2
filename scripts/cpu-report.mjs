import { relative, sep } from "node:path";

const LEAST_SECONDS = 1;
const line = (seconds, name) => `${seconds.toFixed(0).padStart(6)}  ${name}`;

export function describeCpu({ total, tasks }, root) {
  const seconds = new Map();
  for (const task of tasks) {
    const name = `${relative(root, task.directory).split(sep).join("/")} ${task.script}`;
    seconds.set(name, (seconds.get(name) ?? 0) + task.seconds);
  }
  const rows = [...seconds].sort(([, a], [, b]) => b - a);
  const shown = rows.filter(([, value]) => value >= LEAST_SECONDS);
  const rest = total - shown.reduce((sum, [, value]) => sum + value, 0);
  return [
    "CPU seconds (user and system):",
    ...shown.map(([name, value]) => line(value, name)),
    line(rest, "everything else"),
    line(total, "total"),
  ];
}
