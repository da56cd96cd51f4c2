import { expectCounts, seedsOf } from "../harness/random-inbox.ts";
import { test } from "../harness/test.ts";

// Nine tests, so that the name of a failing test narrows down the seed.
test.for(Array.from({ length: 9 }, (_, no) => no + 1))(
  "the inbox counts match a slow reference query for a hundred random states of the data (series %s)",
  async (series, { scene }) => {
    await expectCounts(scene, seedsOf(series));
  },
);
