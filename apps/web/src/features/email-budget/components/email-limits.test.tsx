import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { EmailLimits } from "@/features/email-budget/components/email-limits";

const BUDGET = {
  isTrusted: false,
  firstEmails: 50,
  requestsWaiting: 12,
  invitations: 20,
  invitationsWaiting: 1,
};

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test.for([
  [
    "requests",
    "12 request emails are waiting because of a daily limit. We’ll try again after midnight in the firm’s time zone.",
  ],
  [
    "invitations",
    "1 invitation is waiting because of a daily limit. We’ll try again after midnight in the firm’s time zone.",
  ],
] as const)(
  "the banner about email limits says how many %s are waiting because of a daily limit",
  ([of, sentence]) => {
    const markup = renderToStaticMarkup(<BudgetBanner budget={BUDGET} of={of} />);
    expect(textOf(markup)).toBe(sentence);
  },
);

test.for(["requests", "invitations"] as const)(
  "the banner about email limits is hidden if no %s are waiting",
  (of) => {
    const budget = { ...BUDGET, [`${of}Waiting`]: 0 };
    expect(renderToStaticMarkup(<BudgetBanner budget={budget} of={of} />)).toBe("");
  },
);

// S-2.34
test("the list of email limits shows a new firm's limits, its waiting emails and how to get a higher limit", () => {
  expect(textOf(renderToStaticMarkup(<EmailLimits budget={BUDGET} />))).toBe(
    "Your firm New, with lower limits First emails per day 50 Invitations per day Counted as first emails 20 " +
      "Waiting until midnight 12 request emails and 1 invitation " +
      "A new firm usually gets a higher limit once it is seven days old and contacts have opened five of its requests.",
  );
});

test("the list of email limits shows a trusted firm's limits, and “None” if no emails are waiting", () => {
  const budget = {
    ...BUDGET,
    isTrusted: true,
    firstEmails: 1000,
    requestsWaiting: 0,
    invitationsWaiting: 0,
  };
  expect(textOf(renderToStaticMarkup(<EmailLimits budget={budget} />))).toBe(
    "Your firm Trusted, with higher limits First emails per day 1,000 Invitations per day Counted as first emails 20 Waiting until midnight None",
  );
});
