import fc from "fast-check";

// The first counterexample already kills the mutant, so do not shrink it.
fc.configureGlobal({ endOnFailure: true });
