import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs the files that failed last time first, because they often kill the next mutant too. The
 * other files follow, quickest first. A mutant's run ends at the first failing test.
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
