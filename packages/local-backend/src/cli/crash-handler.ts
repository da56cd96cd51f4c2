import { LocalBackendError } from "../config/errors.ts";

/** Maximum time to stop after a crash. The next command stops processes that remain. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Handles uncaught errors of the whole process, which would end it and leave its children running.
 * Only for the command line.
 * @returns resolves at the first uncaught error, with the reason to stop
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

/** Returns name, code and location. The message may contain tokens and addresses. */
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
