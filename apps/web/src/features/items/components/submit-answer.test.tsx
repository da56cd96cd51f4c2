import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AnswerNotice } from "@/features/items/components/autosave";
import { type Arrivals, SubmitAnswer } from "@/features/items/components/submit-answer";
import { FormContext } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";

const noticeOf = (arrivals: Partial<Arrivals>, failure: FormFailure | null = null) => {
  const notices: (AnswerNotice | null)[] = [];
  renderToStaticMarkup(
    <FormContext value={{ formId: "answer", isPending: false, failure }}>
      <SubmitAnswer
        arriving={0}
        isChecking={false}
        failed={0}
        refused={0}
        isUnfinished={false}
        {...arrivals}
        stopLater={null}
        label="Send answer"
        state={(notice) => {
          notices.push(notice);
          return null;
        }}
      />
    </FormContext>,
  );
  return notices.at(-1);
};

test("the state of an answer says how many files failed and how many were refused", () => {
  expect(noticeOf({})).toBeNull();
  expect(noticeOf({ failed: 1 })).toEqual({
    text: "1 file was not uploaded.",
    isIdle: true,
    isProblem: true,
  });
  expect(noticeOf({ refused: 3 })?.text).toBe("3 files were not added.");
  expect(noticeOf({ failed: 2, refused: 1 })?.text).toBe(
    "2 files were not uploaded. 1 file was not added.",
  );
});

test("the state of an answer says what to do about an unfinished upload, unless another upload failed", () => {
  expect(noticeOf({ isUnfinished: true })).toEqual({
    text: "Not sent yet. Choose the unfinished file again, or remove it.",
    isIdle: true,
    isProblem: false,
  });
  expect(noticeOf({ isUnfinished: true, failed: 1 })?.text).toBe("1 file was not uploaded.");
});

test("after a failed submission, the state of an answer shows an unfinished upload as a problem, even if the draft is saved", () => {
  const text = "Choose the unfinished file again, or remove it.";
  const failure = {
    ok: false,
    code: "invalid",
    message: "",
    fieldErrors: { files: text },
  } as const;
  expect(noticeOf({ isUnfinished: true }, failure)).toEqual({
    text: `Not sent yet. ${text}`,
    isIdle: false,
    isProblem: true,
  });
});
