import { toAnswerArguments } from "@/features/items/mutations";
import { answerProblems } from "@/features/items/schema";
import { decisionSchema } from "@/features/review/schema";
import type { Trial } from "../attempt";
import { type Firm, itemOf } from "../firm";
import { type Field, isClear } from "./field";

type Input = Parameters<typeof answerProblems>[1];

const answer = (text: string, clientNote = ""): Input => ({
  answer: { text },
  notApplicable: false,
  clientNote,
});
const doesNotApply = (clientNote: string): Input => ({
  answer: null,
  notApplicable: true,
  clientNote,
});

const isTaken = (input: Input) =>
  isClear(answerProblems("text", input, { choices: [], multiple: false }));

const submit = async ({ call }: Trial, firm: Firm, input: Input) => {
  const item_id = itemOf(firm, "Waiting answer");
  await call("contact", "save_answer", { item_id, ...toAnswerArguments(input) });
  await call("contact", "submit_item", { item_id });
  return item_id;
};

const answerField = (
  name: string,
  [min, max]: readonly [number, number],
  input: (value: string) => Input,
  refusedAs: string,
): Field => ({
  name,
  min,
  max,
  isTaken: (value) => isTaken(input(value)),
  save: (trial, firm, value) => submit(trial, firm, input(value)),
  refusedAs,
});

const noteField = (decision: "partial" | "returned"): Field => ({
  name: `note to what is ${decision}`,
  min: 3,
  max: 1_000,
  isTaken: (note) => decisionSchema.safeParse({ decision, note }).success,
  save: async (trial, firm, note) => {
    const item_id = await submit(trial, firm, answer("Yes"));
    await trial.call("owner", "review_item", { item_id, decision, note });
  },
  refusedAs: "note",
});

export const ANSWER_FIELDS: readonly Field[] = [
  // S-5.9
  answerField("text answer", [1, 4_000], (text) => answer(text), "answer"),
  // S-5.8
  answerField("contact's note", [0, 1_000], (note) => answer("Yes", note), "client_note"),
  answerField("reason why an item does not apply", [3, 1_000], doesNotApply, "client_note"),
  noteField("partial"),
  noteField("returned"),
  {
    name: "reason to waive",
    min: 3,
    max: 1_000,
    isTaken: (note) => decisionSchema.safeParse({ decision: "waived", note }).success,
    save: ({ call }, firm, note) =>
      call("owner", "waive_item", { item_id: itemOf(firm, "Waiting answer"), note }),
    refusedAs: "note",
  },
];
