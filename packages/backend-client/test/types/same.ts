type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the type of the argument is exactly the expected one. */
export declare function same<Expected>(): <Actual>(
  actual: Actual,
  ...mismatch: Same<Expected, Actual> extends true ? [] : [expected: Expected]
) => void;
