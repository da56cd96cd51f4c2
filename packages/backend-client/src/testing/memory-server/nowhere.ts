import type { Listen } from "./types.js";

/** Browsers and workers use this file, because they cannot listen on a port. */
export const listen: Listen = async () => {
  throw new TypeError(
    "createMemoryServer: this runtime cannot listen on a port. Call it in Node, Bun or Deno.",
  );
};
