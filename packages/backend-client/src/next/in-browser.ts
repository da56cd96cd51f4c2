// Bundlers use this file in browser code. The import of `server-only` then fails the build.
import "server-only";

export * from "./index.js";
