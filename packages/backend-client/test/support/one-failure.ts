import fc from "fast-check";

// Stop at the first counterexample, which kills a mutant. Only people need the smallest
// counterexample.
fc.configureGlobal({ endOnFailure: true });
