import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Outcome } from "./outcome.ts";

interface Case {
  fullName: string;
  result(): { state: string; note?: string };
}

interface Module {
  relativeModuleId: string;
  state(): string;
  errors(): readonly unknown[];
  children: { allTests(): Iterable<Case> };
}

export default class SupabaseReporter {
  onTestRunEnd(modules: readonly Module[], unhandled: readonly unknown[]): void {
    const outcome: Outcome = { passed: 0, failed: [], cannotRun: [] };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const name = `${module.relativeModuleId} › ${test.fullName}`;
        const { state, note } = test.result();
        if (state === "passed") outcome.passed += 1;
        else if (state === "skipped" && note) outcome.cannotRun.push({ name, reason: note });
        else outcome.failed.push(state === "failed" ? name : `${name} (not run)`);
      }
      if (module.errors().length > 0 || (tests.length === 0 && module.state() === "failed")) {
        outcome.failed.push(module.relativeModuleId);
      }
    }
    if (unhandled.length > 0) outcome.failed.push(`${unhandled.length} errors outside a test`);
    const file = process.env.TEST_SUPABASE_REPORT ?? "reports/test-supabase.json";
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(outcome));
  }
}
