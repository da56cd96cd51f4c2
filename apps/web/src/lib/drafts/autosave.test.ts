import { beforeEach, expect, test } from "vitest";
import {
  type Adopted,
  AUTOSAVE_DELAY_MS,
  type AutosaveState,
  createAutosave,
  type SaveFailure,
} from "@/lib/drafts/autosave";
import { type DraftSlot, draftKey, draftSlot } from "@/lib/drafts/draft-storage";
import { createTabStorage } from "../../../test/tab-storage";

type Result = { ok: true; data: string } | SaveFailure;

const NETWORK: SaveFailure = { ok: false, code: "network", message: "Offline." };
const TOO_LONG: SaveFailure = { ok: false, code: "validation_failed", message: "Too long." };

function createClock() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    clock: (run: () => void, milliseconds: number) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    pass: async (milliseconds: number) => {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await flush();
    },
  };
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

let slot: DraftSlot;

function open({ saved = "", compares = false }: { saved?: string; compares?: boolean } = {}) {
  const page = { text: saved as string | null, saved, states: [] as AutosaveState<string>[] };
  const server = {
    sent: [] as string[],
    answers: [] as ((result: Result) => void)[],
    adopt: { kind: "saved" } as Adopted<string>,
  };
  const retry = { run: () => {}, waits: 0, rests: 0, successes: 0 };
  const { clock, pass } = createClock();
  const autosave = createAutosave<string, string, string>({
    clock,
    createRetry: (run) => {
      retry.run = run;
      return {
        wait: () => {
          retry.waits += 1;
        },
        rest: () => {
          retry.rests += 1;
        },
        succeed: () => {
          retry.successes += 1;
        },
      };
    },
    read: () => page.text,
    ...(compares ? { hasChanged: (text: string) => text !== page.saved } : {}),
    toFields: (text) => ({ text: [text] }),
    fingerprint: (text) => text.trim(),
    send: (text) => {
      server.sent.push(text);
      return new Promise((resolve) => server.answers.push(resolve));
    },
    restamp: (text) => `${text} (restamped)`,
    onSaved: (text) => {
      page.saved = text;
      return server.adopt;
    },
    onState: (state) => page.states.push(state),
  });
  const start = (isUnsaved = false) => autosave.start({ slot, seen: [saved], isUnsaved });
  const type = (text: string) => {
    page.text = text;
    autosave.touch();
  };
  const answer = async (result?: Result) => {
    const send = server.answers.shift();
    send?.(result ?? { ok: true, data: server.sent.at(-1) ?? "" });
    await flush();
  };
  const phase = () => autosave.state().phase;
  return { page, server, retry, pass, autosave, start, type, answer, phase };
}

beforeEach(() => {
  slot = draftSlot(createTabStorage(), draftKey("ann", "item-1"));
});

// S-9.9
test("autosave saves a draft two seconds after the last change", async () => {
  const { server, pass, start, type, answer, phase } = open();
  start();
  type("Baker");
  await pass(AUTOSAVE_DELAY_MS - 1);
  type("Baker and");
  await pass(AUTOSAVE_DELAY_MS - 1);
  expect(server.sent).toEqual([]);
  expect(phase()).toBe("unsaved");
  await pass(1);
  expect(server.sent).toEqual(["Baker and"]);
  expect(phase()).toBe("saving");
  await answer();
  expect(phase()).toBe("saved");
});

test("autosave saves a draft immediately on request, and does not save it again when the timer ends", async () => {
  const { server, pass, autosave, start, type, answer } = open();
  start();
  type("Baker");
  void autosave.save();
  await answer();
  await pass(AUTOSAVE_DELAY_MS);
  expect(server.sent).toEqual(["Baker"]);
});

test("autosave keeps the draft in the tab until the server has stored it", async () => {
  const { autosave, start, type, answer } = open({ saved: "Bak" });
  start();
  type("Baker ");
  expect(slot.load()).toEqual({ fields: { text: ["Baker "] }, seen: ["Bak"] });
  void autosave.save();
  expect(slot.load()?.seen).toEqual(["Bak", "Baker"]);
  await answer();
  expect(slot.load()).toBeUndefined();
});

test("a draft that changes during a save stays in the tab, and is then saved again", async () => {
  const { server, pass, autosave, start, type, answer, phase } = open();
  start();
  type("Baker");
  void autosave.save();
  type("Baker and");
  expect(phase()).toBe("saving");
  await answer();
  expect(phase()).toBe("unsaved");
  expect(slot.load()).toEqual({ fields: { text: ["Baker and"] }, seen: ["", "Baker"] });
  await pass(AUTOSAVE_DELAY_MS);
  expect(server.sent).toEqual(["Baker", "Baker and"]);
});

test("autosave runs one save at a time, even if several saves are waiting", async () => {
  const { server, autosave, start, type, answer } = open();
  start();
  type("Baker");
  void autosave.save();
  type("Baker and");
  void autosave.save();
  void autosave.save();
  const settled = autosave.settle();
  expect(server.sent).toEqual(["Baker"]);
  await answer();
  expect(server.sent).toEqual(["Baker", "Baker and"]);
  await answer();
  await settled;
  expect(autosave.isSaving()).toBe(false);
  expect(server.sent).toHaveLength(2);
});

test("autosave does not save text that was changed back to the saved text", async () => {
  const { server, pass, autosave, start, type } = open({ saved: "Baker", compares: true });
  start();
  type("Baker and");
  type("Baker");
  await pass(AUTOSAVE_DELAY_MS);
  expect(server.sent).toEqual([]);
  expect(autosave.isUnsaved()).toBe(false);
});

test("autosave saves a restored draft immediately", async () => {
  const { page, server, autosave, start, answer } = open({ compares: true });
  page.text = "Baker";
  start(true);
  expect(server.sent).toEqual(["Baker"]);
  await answer();
  expect(autosave.isUnsaved()).toBe(false);
});

// S-9.9
test("autosave saves a draft again when the server is back after an outage", async () => {
  const { server, retry, pass, autosave, start, type, answer, phase } = open();
  start();
  type("Baker");
  void autosave.save();
  await answer(NETWORK);
  expect(phase()).toBe("failed");
  expect(autosave.state().failure).toEqual({
    ...NETWORK,
    message: "Draft not saved yet. Keep this page open. We’ll keep trying to save it.",
  });
  expect([autosave.isWaiting(), retry.waits]).toEqual([true, 1]);
  expect(slot.load()?.fields).toEqual({ text: ["Baker"] });
  await pass(60_000);
  expect(server.sent).toHaveLength(1);
  retry.run();
  expect(server.sent).toEqual(["Baker", "Baker"]);
  await answer();
  expect([autosave.isWaiting(), retry.successes]).toEqual([false, 1]);
  expect(autosave.state()).toEqual({ phase: "saved", failure: null, conflict: null });
});

test("after a failure that a retry cannot fix, autosave saves a draft again only at the next change", async () => {
  const { server, retry, pass, autosave, start, type, answer } = open();
  start();
  type("Baker");
  void autosave.save();
  await answer(TOO_LONG);
  await pass(60_000);
  expect([retry.waits, server.sent.length]).toEqual([0, 1]);
  type("Bak");
  expect(autosave.state()).toMatchObject({ phase: "unsaved", failure: TOO_LONG });
  await pass(AUTOSAVE_DELAY_MS);
  expect(server.sent).toEqual(["Baker", "Bak"]);
});

test("autosave saves nothing during a conflict, keeps the draft, and resumes after the conflict", async () => {
  const { server, pass, autosave, start, type, answer, phase } = open();
  start();
  type("Baker");
  server.adopt = { kind: "conflict", conflict: "Butcher" };
  void autosave.save();
  await answer();
  expect(autosave.state()).toMatchObject({ phase: "conflict", conflict: "Butcher" });
  expect(slot.load()?.fields).toEqual({ text: ["Baker"] });
  type("Baker and");
  await pass(AUTOSAVE_DELAY_MS);
  expect(phase()).toBe("conflict");
  expect(server.sent).toHaveLength(1);
  server.adopt = { kind: "saved" };
  autosave.hold(null);
  void autosave.save();
  await answer();
  expect(server.sent).toEqual(["Baker", "Baker and"]);
  expect(phase()).toBe("saved");
});

test("autosave saves a draft again if its text changed during a merge", async () => {
  const { server, pass, autosave, start, type, answer, phase } = open();
  start();
  type("Baker");
  server.adopt = { kind: "again" };
  void autosave.save();
  await answer();
  expect(phase()).toBe("unsaved");
  expect(slot.load()?.fields).toEqual({ text: ["Baker"] });
  server.adopt = { kind: "merged" };
  await pass(AUTOSAVE_DELAY_MS);
  await answer();
  expect(phase()).toBe("merged");
});

test("autosave saves no draft after a submission starts, until `resume()`", async () => {
  const { server, pass, autosave, start, type } = open();
  start();
  type("Baker");
  autosave.submit();
  expect(slot.load()?.seen).toEqual(["", "Baker"]);
  await pass(AUTOSAVE_DELAY_MS);
  await autosave.save();
  expect(server.sent).toEqual([]);
  autosave.resume();
  void autosave.save();
  expect(server.sent).toEqual(["Baker"]);
  autosave.submit();
  type("Baker and");
  await pass(AUTOSAVE_DELAY_MS);
  expect(autosave.isUnsaved()).toBe(true);
});

test("stop() ends the timers and the retries of autosave, and keeps the draft in the tab", async () => {
  const { server, retry, pass, autosave, start, type, answer } = open();
  start();
  type("Baker");
  void autosave.save();
  type("Baker and");
  autosave.stop();
  await answer(NETWORK);
  await pass(AUTOSAVE_DELAY_MS);
  expect([server.sent.length, retry.waits]).toEqual([1, 0]);
  expect(slot.load()?.fields).toEqual({ text: ["Baker and"] });
});

test("when the form unmounts, autosave saves unsaved text after the save in progress has ended", async () => {
  const { page, server, autosave, start, type, answer } = open();
  start();
  type("Baker");
  void autosave.save();
  type("Baker and");
  const left = autosave.leave();
  page.text = null;
  await answer();
  expect(server.sent).toEqual(["Baker", "Baker and (restamped)"]);
  await answer();
  expect(await left).toBe(true);
  expect(slot.load()).toBeUndefined();
});

test("autosave saves nothing when an unchanged form unmounts", async () => {
  const { server, autosave, start } = open({ saved: "Baker" });
  start();
  expect(await autosave.leave()).toBe(false);
  expect(server.sent).toEqual([]);
});
