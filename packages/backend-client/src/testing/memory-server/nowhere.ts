import type { Listen } from "./types.js";

/** For browsers and workers, which cannot listen on a port. */
export const listen: Listen = async () => {
  throw new TypeError(
    "createMemoryServer: this runtime cannot listen on a port. Call it in Node, Bun or Deno.",
  );
};
