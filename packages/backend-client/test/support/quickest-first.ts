import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs the files that failed in the last run first, because they often kill the next mutant too,
 * then the quickest. A mutant ends with the first failing test.
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
