import fc from "fast-check";

// The first counterexample kills a mutant. Only people need the smallest one.
fc.configureGlobal({ endOnFailure: true });
