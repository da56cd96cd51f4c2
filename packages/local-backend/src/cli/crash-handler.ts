import { LocalBackendError } from "../config/errors.ts";

/**
 * A shutdown waits at most five seconds for requests, five for scheduled jobs and ten for Postgres.
 */
export const STOP_TIMEOUT_MS = 25_000;

/**
 * Call this only from the command line, because the handlers apply to the whole process. Without
 * them, an uncaught error would end the process without stopping its children.
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

export function withStop(reason: Error): Error {
  const isFault = reason instanceof LocalBackendError && reason.code === "internal_fault";
  if (!isFault) return reason;
  return new LocalBackendError(
    reason.code,
    `${reason.message} All processes of the backend have stopped.`,
  );
}

/** Omits `fault.message`, which may contain tokens and addresses. */
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
  return `The local backend crashed (${what}). To report this, open an issue in the Dossier repository.`;
}
