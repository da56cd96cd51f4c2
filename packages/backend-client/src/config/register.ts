import type { Backend, NoClaims } from "./define-backend.js";

/**
 * Gives `useBackend`, `useSession` and `buildSession` the types of the app's backend. In a module
 * declaration of `@dossier/backend-client`, add `interface Register { backend: typeof backend }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add the member
export interface Register {}

/** The database type of the registered backend; `unknown` without one. */
export type RegisteredDatabase = Register extends { backend: Backend<infer Database, infer _> }
  ? Database
  : unknown;

/** The added claims of the registered backend; none without one. */
export type RegisteredClaims = Register extends { backend: Backend<infer _, infer Claims> }
  ? Claims
  : NoClaims;
