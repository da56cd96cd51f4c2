import type { Backend, NoClaims } from "./define-backend.js";

/**
 * Gives `useBackend`, `useSession` and `buildSession` the types of the app's backend. To register
 * the backend, declare `interface Register { backend: typeof backend }` in the module
 * `@dossier/backend-client`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add the member
export interface Register {}

/** The database type of the registered backend, or `unknown` if the app registers none. */
export type RegisteredDatabase = Register extends { backend: Backend<infer Database, infer _> }
  ? Database
  : unknown;

/** The claims that the registered backend adds, or none if the app registers no backend. */
export type RegisteredClaims = Register extends { backend: Backend<infer _, infer Claims> }
  ? Claims
  : NoClaims;
