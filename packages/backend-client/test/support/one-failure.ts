import fc from "fast-check";

// A mutant is dead at the first counterexample; the smallest one is for people.
fc.configureGlobal({ endOnFailure: true });
