// Importing `server-only` makes a browser build fail.
import "server-only";

export * from "./index.js";
