// Bundlers choose this file for code of a browser, where `server-only` fails the build.
import "server-only";

export * from "./index.js";
