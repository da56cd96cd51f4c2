import type { Backend, NoClaims } from "./define-backend.js";

/**
 * Gives `useBackend`, `useSession` and `buildSession` the types of the app's backend. Declare
 * `interface Register { backend: typeof backend }` in the module `@dossier/backend-client`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add the member
export interface Register {}

export type RegisteredDatabase = Register extends { backend: Backend<infer Database, infer _> }
  ? Database
  : unknown;

export type RegisteredClaims = Register extends { backend: Backend<infer _, infer Claims> }
  ? Claims
  : NoClaims;
