import fc from "fast-check";

// Stop at the first counterexample. The counterexample already kills the mutant, so shrinking it
// would only waste time.
fc.configureGlobal({ endOnFailure: true });
