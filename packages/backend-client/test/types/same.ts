type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export declare function same<Expected>(): <Actual>(
  actual: Actual,
  ...mismatch: Same<Expected, Actual> extends true ? [] : [expected: Expected]
) => void;
