import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { EmailLimits } from "@/features/email-budget/components/email-limits";

const BUDGET = {
  is_trusted: false,
  first_emails: 50,
  requests_waiting: 12,
  invitations: 20,
  invitations_waiting: 1,
};

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test.for([
  ["requests", "12 request emails wait because of a daily limit. We try again after midnight."],
  ["invitations", "1 invitation waits because of a daily limit. We try again after midnight."],
] as const)("shows how many %s wait because of a daily limit", ([of, sentence]) => {
  const markup = renderToStaticMarkup(<BudgetBanner budget={BUDGET} of={of} />);
  expect(textOf(markup)).toBe(sentence);
});

test.for(["requests", "invitations"] as const)("shows no banner if no %s wait", (of) => {
  const budget = { ...BUDGET, [`${of}_waiting`]: 0 };
  expect(renderToStaticMarkup(<BudgetBanner budget={budget} of={of} />)).toBe("");
});

// S-2.34
test("shows a new firm its level, its waiting emails and how to get a higher limit", () => {
  expect(textOf(renderToStaticMarkup(<EmailLimits budget={BUDGET} />))).toBe(
    "Level New firm First emails per day 50 Invitations per day (counted as first emails) 20 " +
      "Waiting until midnight 12 request emails and 1 invitation " +
      "A new firm usually gets a higher limit once it is seven days old and contacts have opened five of its requests.",
  );
});

test("shows a trusted firm its limits if no emails wait", () => {
  const budget = {
    ...BUDGET,
    is_trusted: true,
    first_emails: 1000,
    requests_waiting: 0,
    invitations_waiting: 0,
  };
  expect(textOf(renderToStaticMarkup(<EmailLimits budget={budget} />))).toBe(
    "Level Trusted firm First emails per day 1,000 Invitations per day (counted as first emails) 20 Waiting until midnight None",
  );
});
