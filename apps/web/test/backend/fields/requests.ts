import type { ItemDefinition } from "@/features/items/types";
import { toItemArgument } from "@/features/requests/mutations";
import {
  blankItem,
  detailsSchema,
  findProblems,
  findProblemsOfItem,
  reasonSchema,
} from "@/features/requests/schema";
import { findTemplateProblems } from "@/features/templates/schema";
import type { TemplateContent } from "@/features/templates/types";
import { daysAhead } from "../firm";
import { type Field, isClear, takes, UNKNOWN_ID } from "./field";

type Range = readonly [min: number, max: number];

const item = (change: Partial<ItemDefinition> = {}): ItemDefinition => ({
  ...blankItem("choice"),
  title: "Accounting basis",
  options: { choices: ["Cash", "Accrual"], multiple: false },
  ...change,
});

const itemField = (
  refusedAs: string,
  [min, max]: Range,
  change: (value: string) => Partial<ItemDefinition>,
  more: Partial<Field> = {},
): Field => ({
  name: `item's ${refusedAs}`,
  min,
  max,
  isTaken: (value) => isClear(findProblemsOfItem(item(change(value)))),
  save: ({ call }, { requestId }, value) => {
    const args = { request_id: requestId, ...toItemArgument(item(change(value))) };
    return call("owner", "save_item", args);
  },
  refusedAs,
  ...more,
});

const choicesOf = (value: string) => ({
  options: { choices: value.split("\n"), multiple: false },
});

const templateField = (
  refusedAs: string,
  [min, max]: Range,
  change: (value: string) => Partial<TemplateContent>,
  more: Partial<Field> = {},
): Field => {
  const template = (value: string): TemplateContent => ({
    title: "Annual accounts",
    message: "",
    dueInDays: 14,
    items: [],
    ...change(value),
  });
  return {
    name: `template's ${refusedAs}`,
    min,
    max,
    isTaken: (value) => isClear(findTemplateProblems(template(value))),
    save: ({ call }, { orgId }, value) => {
      const { dueInDays, items: _, ...words } = template(value);
      const args = { org_id: orgId, ...words, items: "[]", due_in_days: dueInDays };
      return call("owner", "save_template", args);
    },
    refusedAs,
    ...more,
  };
};

const requestField = (refusedAs: "title" | "message", [min, max]: Range): Field => ({
  name: `request's ${refusedAs}`,
  min,
  max,
  isTaken: takes(detailsSchema.shape[refusedAs]),
  save: ({ call }, { requestId }, value) =>
    call("owner", "update_request", {
      request_id: requestId,
      title: "Annual accounts",
      message: "",
      due_on: daysAhead(14),
      [refusedAs]: value,
    }),
  refusedAs,
});

const reasonField = (name: string, rpc: "complete_request" | "cancel_request"): Field => ({
  name,
  min: 3,
  max: 1_000,
  isTaken: takes(reasonSchema.shape.reason),
  save: ({ call }, { requestId }, reason) => call("owner", rpc, { request_id: requestId, reason }),
  refusedAs: "reason",
});

export const REQUEST_FIELDS: readonly Field[] = [
  requestField("title", [3, 120]),
  requestField("message", [0, 2_000]),
  // S-5.7
  {
    name: "title of a draft that is sent",
    min: 3,
    max: 120,
    isTaken: (title) =>
      isClear(
        findProblems(
          {
            title,
            message: "",
            dueOn: daysAhead(14),
            assigneeId: null,
            contactIds: [UNKNOWN_ID],
            items: [item()],
          },
          daysAhead(0),
        ),
      ),
    save: async ({ call }, { orgId, clientId, contactId }, title) => {
      const draft = await call("owner", "save_draft", {
        org_id: orgId,
        client_id: clientId,
        title,
        message: "",
        due_on: daysAhead(14),
        contact_ids: [contactId],
        items: [item()],
      });
      await call("owner", "send_request", { request_id: draft.id });
    },
    refusedAs: "title",
  },
  itemField("title", [3, 120], (title) => ({ title })),
  itemField("section", [0, 60], (section) => ({ section })),
  itemField("help", [0, 2_000], (help) => ({ help })),
  // S-5.9
  itemField("options", [2, 30], choicesOf, {
    name: "number of choices",
    make: (length) => Array.from({ length }, (_, no) => `Choice ${no + 1}`).join("\n"),
  }),
  itemField("options", [1, 120], (choice) => choicesOf(`${choice}\nAnother`), {
    name: "text of a choice",
  }),
  itemField("max_files", [1, 20], (value) => ({ maxFiles: Number(value) }), {
    name: "number of files per item",
    make: String,
  }),
  templateField("title", [3, 120], (title) => ({ title })),
  templateField("message", [0, 2_000], (message) => ({ message })),
  templateField("due_in_days", [0, 730], (value) => ({ dueInDays: Number(value) }), {
    make: String,
  }),
  reasonField("reason to complete early", "complete_request"),
  reasonField("reason to cancel", "cancel_request"),
];
