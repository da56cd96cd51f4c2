import { beforeEach, expect, test, vi } from "vitest";
import type { AutosaveResult } from "@/features/items/actions";
import { createAnswerDraft, type OpenConflict } from "@/features/items/draft/answer-draft";
import type { AutosaveState } from "@/lib/drafts/autosave";
import { type DraftSlot, draftKey, draftSlot } from "@/lib/drafts/draft-storage";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import type { FormFailure } from "@/lib/forms/form-state";
import { createTabStorage } from "../../../../test/tab-storage";

let slot: DraftSlot;

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

function formWith(answer: string, intent = "submit") {
  const form = new FormData();
  form.set("intent", intent);
  form.set("answer", answer);
  form.set("client_note", "");
  return form;
}

function open(rendered = "Baker") {
  const page = {
    answer: rendered as string | null,
    version: 3,
    state: null as AutosaveState<OpenConflict> | null,
  };
  const retry = { wait: vi.fn(), rest: vi.fn(), succeed: vi.fn() };
  const server = {
    versions: [] as string[],
    answer: { ok: true, version: 4 } as AutosaveResult,
    delay: Promise.resolve(),
  };
  const draft = createAnswerDraft({
    version: 3,
    clock: () => () => {},
    createRetry: () => retry,
    onVersion: (version) => {
      page.version = version;
    },
    onState: (state) => {
      page.state = state;
    },
  });
  draft.open({
    slot,
    read: () => (page.answer === null ? null : formWith(page.answer)),
    rendered: formWith(rendered),
    write: (fields: DraftFields) => {
      page.answer = fields.answer?.[0] ?? "";
    },
    save: async (form) => {
      server.versions.push(String(form.get("version")));
      await server.delay;
      return server.answer;
    },
  });
  const type = (answer: string) => {
    page.answer = answer;
    draft.touch();
  };
  return { page, server, retry, draft, type };
}

const CONFLICT: AutosaveResult = {
  ok: false,
  code: "version_conflict",
  message: "Mia already changed this.",
  conflict: { version: 5, versions: [] },
};

beforeEach(() => {
  slot = draftSlot(createTabStorage(), draftKey("ann", "item-1"));
});

test("each save of an answer's draft sends the version that the previous save returned", async () => {
  const { page, server, draft, type } = open();
  type("Baker and");
  await draft.save();
  type("Baker and so on");
  await draft.save();
  expect(server.versions).toEqual(["3", "4"]);
  expect([page.version, page.state?.phase]).toEqual([4, "saved"]);
  expect(slot.load()).toBeUndefined();
});

test("an answer's draft stays in the tab, unsaved on the server, when the item closes and the form's fields disappear", async () => {
  const { page, server, draft, type } = open();
  type("Baker and");
  page.answer = null;
  await draft.save();
  expect(server.versions).toEqual([]);
  expect(slot.load()?.fields.answer).toEqual(["Baker and"]);
});

test("an answer's draft is not saved if the user changed nothing", async () => {
  const { server, draft } = open();
  await draft.save();
  expect(server.versions).toEqual([]);
});

test("a restored draft of an answer is saved with the version on which it is based", async () => {
  open().type("Baker and");
  const { page, server } = open();
  expect(page.answer).toBe("Baker and");
  expect(server.versions).toEqual(["3"]);
});

test("a restored draft of an answer is saved with an outdated version number if another person changed the stored answer", () => {
  open().type("Baker and");
  const { server } = open("Butcher");
  expect(server.versions).toEqual(["2"]);
});

test("during a conflict, an answer's draft stays in the tab and is not saved, and the next submission has the stored version", async () => {
  const { page, server, draft, type } = open();
  server.answer = CONFLICT;
  type("Baker and");
  await draft.save();
  expect(page.state?.conflict).toEqual({ version: 5, versions: [], message: CONFLICT.message });
  expect(slot.load()?.fields.answer).toEqual(["Baker and"]);
  type("Baker and so on");
  await draft.save();
  expect(server.versions).toEqual(["3"]);
  const submission = new FormData();
  await draft.prepare(submission);
  expect(submission.get("version")).toBe("5");
  draft.adopt(6);
  expect([draft.hasConflict(), page.version]).toEqual([false, 6]);
});

test("an answer's draft stays in the tab if the form's fields disappear during a save that ends in a conflict", async () => {
  const { page, server, draft, type } = open();
  server.answer = CONFLICT;
  type("Baker & Sons");
  const saving = draft.save();
  page.answer = null;
  await saving;
  expect(slot.text()).toContain("Baker & Sons");
});

test("a submission keeps its old version if the save that is in progress ends in a conflict", async () => {
  const { server, draft, type } = open();
  server.answer = CONFLICT;
  type("Baker and");
  void draft.save();
  const submission = new FormData();
  submission.set("version", "3");
  draft.submit();
  await draft.prepare(submission);
  expect(draft.hasConflict()).toBe(true);
  expect(submission.get("version")).toBe("3");
});

test("hasTypedOn returns whether the user typed something else after pressing “Save for later”", async () => {
  const { page, draft, type } = open();
  type("Baker and");
  expect(draft.hasTypedOn()).toBe(false);
  draft.submit();
  await draft.prepare(formWith("Baker and", "draft"));
  expect(draft.hasTypedOn()).toBe(false);
  type("Baker and so on");
  expect(draft.hasTypedOn()).toBe(true);
  expect(slot.load()?.fields.answer).toEqual(["Baker and so on"]);
  page.answer = null;
  expect(draft.hasTypedOn()).toBe(false);
});

test("hasTypedOn returns false if the answer is sent, because a sent answer has no draft", async () => {
  const { draft, type } = open();
  for (const intent of ["draft", "submit"]) {
    draft.submit();
    await draft.prepare(formWith("Baker", intent));
    type("Baker and so on");
    expect(draft.hasTypedOn()).toBe(intent === "draft");
  }
});

test("after a submission fails in an outage, the draft waits for the server, and `wouldLose()` returns true until the draft is saved", async () => {
  const { retry, draft, type } = open();
  type("Baker and");
  draft.submit();
  expect(draft.wouldLose()).toBe(false);
  const failure: FormFailure = { ok: false, code: "network", message: "Not sent." };
  draft.failSubmission(failure);
  expect(retry.wait).toHaveBeenCalledOnce();
  expect(draft.wouldLose()).toBe(true);
  await draft.save();
  await flush();
  expect(draft.wouldLose()).toBe(false);
});

test("an answer's draft takes the stored version from the response to a failed submission", () => {
  const { page, draft } = open();
  const failure: FormFailure = { ok: false, code: "files_pending", message: "Wait." };
  draft.failSubmission({ ...failure, values: { version: "7" } });
  expect([page.version, draft.hasConflict()]).toEqual([7, false]);
  draft.failSubmission({ ...failure, code: "version_conflict", values: { version: "8" } });
  expect([page.version, draft.hasConflict()]).toEqual([8, true]);
});
