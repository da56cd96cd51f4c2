import { expect, test } from "vitest";
import { compareDetails, compareItems, describeConflicts } from "@/features/requests/draft/compare";
import { mergeDrafts, takeStored } from "@/features/requests/draft/merge";
import { blankItem } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";

const item = (id: string | undefined, title: string, more = {}) => ({
  ...blankItem("text"),
  id,
  title,
  ...more,
});
const draft = (more: Partial<DraftInput> = {}): DraftInput => ({
  title: "Accounts",
  message: "",
  dueOn: "2031-05-03",
  assigneeId: null,
  contactIds: ["ann", "ben"],
  items: [item("1", "Alpha"), item("2", "Beta")],
  ...more,
});

test("describeConflicts names the assignees if two versions of a draft have different assignees", () => {
  const [mine, theirs] = [draft({ assigneeId: "mia" }), draft({ assigneeId: "adam" })];
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(conflicts).toEqual(["assigneeId"]);
  const people = [
    { userId: "mia", name: "Mia Chen" },
    { userId: "adam", name: "Adam Reyes" },
  ];
  expect(describeConflicts(theirs, merged, conflicts, people)).toEqual([
    { path: "assigneeId", label: "Assignee", theirs: "Adam Reyes", mine: "Mia Chen" },
  ]);
  expect(takeStored(merged, theirs, "assigneeId").assigneeId).toBe("adam");
});

test("conflicts show due dates, types of answers and file types in words", () => {
  const details = {
    title: "Accounts",
    message: "",
    dueOn: "2031-05-03",
    assigneeId: "",
    remindersPaused: false,
  };
  expect(compareDetails(details, { ...details, dueOn: "" }, [])).toEqual([
    { label: "Due date", theirs: "3\u00a0May\u00a02031", mine: "" },
  ]);
  const stored = draft({ dueOn: "2031-05-06" });
  expect(describeConflicts(stored, draft(), ["dueOn"])).toEqual([
    {
      path: "dueOn",
      label: "Due date",
      theirs: "6\u00a0May\u00a02031",
      mine: "3\u00a0May\u00a02031",
    },
  ]);
  const file = blankItem("file");
  expect(compareItems(file, { ...file, accept: ["spreadsheet", "pdf"] })).toEqual([
    { label: "File types", theirs: "All types", mine: "PDF, spreadsheets" },
  ]);
  expect(compareItems(blankItem("text"), { ...blankItem("text"), kind: "date" })).toEqual([
    { label: "Type of answer", theirs: "Text", mine: "Date" },
  ]);
});
