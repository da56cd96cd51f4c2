// Bundlers use this file in browser code. Importing `server-only` makes such a build fail.
import "server-only";

export * from "./index.js";
