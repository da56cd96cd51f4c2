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
  [
    "requests",
    "Your firm has reached today’s limit of 50 first emails. 12 emails will be sent after midnight.",
  ],
  [
    "invitations",
    "Your firm has reached today’s limit of 20 invitations. 1 email will be sent after midnight.",
  ],
] as const)("shows that the limit of %s is reached and how many wait", ([of, sentence]) => {
  const markup = renderToStaticMarkup(<BudgetBanner budget={BUDGET} of={of} />);
  expect(textOf(markup)).toBe(sentence);
});

test.for(["requests", "invitations"] as const)("shows no banner if no email of %s waits", (of) => {
  const budget = { ...BUDGET, [`${of}_waiting`]: 0 };
  expect(renderToStaticMarkup(<BudgetBanner budget={budget} of={of} />)).toBe("");
});

// S-2.34
test("shows the level of a new firm, the waiting emails and how the limit rises", () => {
  expect(textOf(renderToStaticMarkup(<EmailLimits budget={BUDGET} />))).toBe(
    "Level New firm First emails per day 50 Of these, invitations 20 " +
      "Waiting until midnight 12 requests and 1 invitation " +
      "The limit rises when your firm is seven days old and contacts have opened five of its requests.",
  );
});

test("shows the limits of a trusted firm that has no waiting emails", () => {
  const budget = {
    ...BUDGET,
    is_trusted: true,
    first_emails: 1000,
    requests_waiting: 0,
    invitations_waiting: 0,
  };
  expect(textOf(renderToStaticMarkup(<EmailLimits budget={budget} />))).toBe(
    "Level Trusted firm First emails per day 1,000 Of these, invitations 20 Waiting until midnight None",
  );
});
