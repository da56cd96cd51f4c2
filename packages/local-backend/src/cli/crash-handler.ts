import { LocalBackendError } from "../config/errors.ts";

/** A stop that the fault itself holds up gets this long; what is left, the next command ends. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Watches the whole process, so only for the command line: faults that nothing caught would end
 * it at once and leave its children behind.
 * @returns resolves at the first one, with the reason to stop for
 */
export function watchFaults(): Promise<Error> {
  return new Promise((resolve) => {
    const onFault = (fault: unknown) => {
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      resolve(new LocalBackendError("internal_fault", describeFault(fault)));
    };
    process.on("uncaughtException", onFault);
    process.on("unhandledRejection", onFault);
  });
}

/** Kind, code and place; no message, which may quote tokens and addresses. */
function describeFault(fault: unknown): string {
  const parts: string[] = [];
  if (fault instanceof Error) {
    const { name, code } = fault as NodeJS.ErrnoException;
    const place = /^ +at .*?([\w.-]+\.[cm]?[jt]s:\d+):\d+\)?$/m.exec(fault.stack ?? "")?.[1];
    parts.push(
      name,
      typeof code === "string" ? code : "",
      place === undefined ? "" : `at ${place}`,
    );
  }
  const what = parts.filter((part) => part !== "").join(" ") || "unknown";
  return `A fault in the local backend ended it (${what}); everything was stopped, please report it.`;
}
