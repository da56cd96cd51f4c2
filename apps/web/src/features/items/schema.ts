import { z } from "zod";
import { strings } from "@/features/items/strings";
import type { Answer, AnswerInput, ChoiceOptions, ItemKind } from "@/features/items/types";
import { formatDate, isCalendarDate } from "@/lib/format/format";
import { cleanText } from "@/lib/forms/clean-text";
import type { VersionRow } from "@/lib/forms/form-state";
import { MAX_ANSWER_CHARACTERS, MAX_NOTE_CHARACTERS } from "@/lib/forms/limits";
import { text } from "@/lib/forms/text-schema";
import { isUuid } from "@/lib/ids/uuid";

export const storedAnswer = z
  .object({
    text: z.string().optional(),
    choices: z.array(z.string()).optional(),
    date: z.string().optional(),
  })
  .nullable()
  .catch(null);

export const storedOptions = z
  .object({ choices: z.array(z.string()).catch([]), multiple: z.boolean().catch(false) })
  .catch({ choices: [], multiple: false });

/** Does not validate the answer, because a draft may be incomplete. */
export function readAnswerForm(kind: ItemKind, form: FormData): AnswerInput {
  const value = (name: string) => cleanText(String(form.get(name) ?? ""));
  return {
    answer: readAnswer(kind, form, value),
    notApplicable: form.get("not_applicable") !== null,
    clientNote: value("client_note"),
  };
}

function readAnswer(
  kind: ItemKind,
  form: FormData,
  value: (name: string) => string,
): Answer | null {
  if (kind === "text") return value("answer") === "" ? null : { text: value("answer") };
  if (kind === "date") return isCalendarDate(value("answer")) ? { date: value("answer") } : null;
  if (kind === "choice") {
    const choices = form.getAll("answer").filter((each) => typeof each === "string");
    return choices.length > 0 ? { choices } : null;
  }
  return null;
}

export function readVersion(form: FormData): number {
  const version = Number(form.get("version") ?? 0);
  return Number.isSafeInteger(version) && version >= 0 ? version : 0;
}

export function readNumber(form: FormData): number {
  const no = Number(form.get("no") ?? 0);
  return Number.isSafeInteger(no) && no >= 0 ? no : 0;
}

export const withdrawSchema = z.object({ item_id: z.uuid() });

export function readReady(form: FormData): { itemId: string; no: number; version: number }[] {
  return form.getAll("ready").flatMap((value) => {
    const [itemId = "", no, version] = String(value).split(":");
    const numbers = { no: Number(no), version: Number(version) };
    const isValid = isUuid(itemId) && Object.values(numbers).every(Number.isSafeInteger);
    return isValid ? [{ itemId, ...numbers }] : [];
  });
}

export function compareAnswers(theirs: AnswerInput, mine: AnswerInput): VersionRow[] {
  const show = ({ answer, clientNote, notApplicable }: AnswerInput) => ({
    answer:
      answer?.text ?? answer?.choices?.join("\n") ?? (answer?.date && formatDate(answer.date)),
    notApplicable: notApplicable ? strings.conflict.yes : strings.conflict.no,
    clientNote,
  });
  const [left, right] = [show(theirs), show(mine)];
  return (["answer", "notApplicable", "clientNote"] as const)
    .filter((name) => (left[name] ?? "") !== (right[name] ?? ""))
    .map((name) => ({
      label: strings.conflict.field[name],
      theirs: left[name] ?? "",
      mine: right[name] ?? "",
    }));
}

const note = text({ max: MAX_NOTE_CHARACTERS });
const reason = text({ min: 3, max: MAX_NOTE_CHARACTERS, missing: strings.rules.reason });

/** Does not check the files of an answer, because only the database knows their state. */
export function answerProblems(
  kind: ItemKind,
  input: AnswerInput,
  options: ChoiceOptions,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const noteResult = (input.notApplicable ? reason : note).safeParse(input.clientNote);
  const issue = noteResult.error?.issues[0];
  if (issue) problems.client_note = issue.message;
  if (input.notApplicable || kind === "file") return problems;
  const { answer } = input;
  if (kind === "text") {
    const result = text({
      min: 1,
      max: MAX_ANSWER_CHARACTERS,
      missing: strings.rules.text,
    }).safeParse(answer?.text ?? "");
    const textIssue = result.error?.issues[0];
    if (textIssue) problems.answer = textIssue.message;
  }
  if (kind === "date" && !answer?.date) problems.answer = strings.rules.date;
  if (kind === "choice") {
    const isOffered = (answer?.choices ?? []).every((each) => options.choices.includes(each));
    const isCountRight = options.multiple || answer?.choices?.length === 1;
    if (!answer?.choices?.length || !isOffered || !isCountRight) {
      problems.answer = strings.rules.choice;
    }
  }
  return problems;
}
