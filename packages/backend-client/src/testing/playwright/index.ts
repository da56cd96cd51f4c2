export { type SignedInStateOptions, signedInState } from "./signed-in-state.js";
export type { StorageState, StoredCookie } from "./storage-state.js";
