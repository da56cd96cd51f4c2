import fc from "fast-check";

// In mutation tests, the first counterexample kills the mutant. Shrinking it only takes time.
fc.configureGlobal({ endOnFailure: true });
