import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Puts first the files that failed in the last run, since they often notice the next mutant too,
 * then the quickest: a mutant ends with the first test that fails.
 */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const result = this.ctx.cache.getTestSpecificationResult(file);
      return result?.failed ? -1 : (result?.duration ?? 0);
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}
